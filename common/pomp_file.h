/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_file.h - reads and writes all of some bytes of a file, however often the system interrupts it.
 * Not here: which file, and who learns what went wrong. The results are 0 or a negative errno. */
#ifndef POMP_FILE_H
#define POMP_FILE_H

#include "pomp_system.h"

#include <errno.h>
#include <stddef.h>
#include <stdint.h>

/* Reads bytes that are at an offset. The result is -ENODATA if the file ends before. */
static inline int pomp_file_read_at(int fd, void *to, size_t size, uint64_t at) {
  char *bytes = (char *)to;
  while (size) {
    ssize_t n = pomp_sys_pread(fd, bytes, size, at);
    if (n == -EINTR)
      continue;
    if (n <= 0)
      return n < 0 ? (int)n : -ENODATA;
    bytes += n;
    at += (uint64_t)n;
    size -= (size_t)n;
  }
  return 0;
}

static inline int pomp_file_write_at(int fd, const void *from, size_t size, uint64_t at) {
  const char *bytes = (const char *)from;
  while (size) {
    ssize_t n = pomp_sys_pwrite(fd, bytes, size, at);
    if (n == -EINTR)
      continue;
    if (n <= 0)
      return n < 0 ? (int)n : -EIO;
    bytes += n;
    at += (uint64_t)n;
    size -= (size_t)n;
  }
  return 0;
}

/* Writes bytes behind what was written last. */
static inline int pomp_file_write(int fd, const void *from, size_t size) {
  const char *bytes = (const char *)from;
  while (size) {
    ssize_t n = pomp_sys_write(fd, bytes, size);
    if (n == -EINTR)
      continue;
    if (n <= 0)
      return n < 0 ? (int)n : -EIO;
    bytes += n;
    size -= (size_t)n;
  }
  return 0;
}

#endif /* POMP_FILE_H */
