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
/* True if a part of the file was gone when it was read: it was read as zeros. */
bool mapped_file_is_cut(const struct mapped_file *m);
/* Brings the whole file into memory; two threads share the work for a large file. */
void mapped_file_touch(const struct mapped_file *m);
/* Lets the file that is mapped leave memory. What was written to it is lost, unless it was cut off. */
void mapped_file_release(void);
/* Copies bytes of the file without bringing the pages around them into memory. False if it can't be done. */
bool mapped_file_copy(void *to, uint64_t at, size_t size);
void mapped_file_close(struct mapped_file *m);

#endif
