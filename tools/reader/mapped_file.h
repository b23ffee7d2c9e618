/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mapped_file.h - a file as memory, which stays readable if the file is cut off while it is read.
 * Not here: which files are read so (load_file.c). */
#ifndef READER_MAPPED_FILE_H
#define READER_MAPPED_FILE_H

#include <stdbool.h>
#include <stddef.h>

struct mapped_file {
  unsigned char *bytes; /* may be written to, which changes nothing but this memory; NULL: nothing is mapped */
  size_t size;
};

/* Maps the first `size` bytes of the file. False if that can't be done, or another file is mapped still. */
bool mapped_file_open(struct mapped_file *m, int fd, size_t size);
/* True if some of it was not there any more when it was read: that was zeros then. */
bool mapped_file_is_cut(const struct mapped_file *m);
void mapped_file_close(struct mapped_file *m);

#endif
