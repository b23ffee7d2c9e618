/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mapped_file.h - a file as memory, which stays readable if the file is cut off while it is read.
 * Not here: which files are read so (load_file.c). */
#ifndef BASE_MAPPED_FILE_H
#define BASE_MAPPED_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct mapped_file {
  unsigned char *bytes; /* may be written to, which changes nothing but this memory; NULL: nothing is mapped */
  size_t size;
};

/* Maps the first `size` bytes of the file. False if that can't be done, or another file is mapped still. */
bool mapped_file_open(struct mapped_file *m, int fd, size_t size);
/* True if some of it was not there any more when it was read: that was zeros then. */
bool mapped_file_is_cut(const struct mapped_file *m);
/* Reads all of it, so that it is in memory, which two threads share where there is much. */
void mapped_file_touch(const struct mapped_file *m);
/* Lets the file that is mapped leave memory. What was written to it is lost, unless it was cut off. */
void mapped_file_release(void);
/* Copies some bytes of it without bringing what is around them into memory. False if it can't be done. */
bool mapped_file_copy(void *to, uint64_t at, size_t size);
void mapped_file_close(struct mapped_file *m);

#endif
