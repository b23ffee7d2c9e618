/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* captured_stderr.c - puts a file in the place of stderr, reads it, and prints it again. The file is in memory, and
 * stderr is not buffered.
 * Not here: when something is said. */
#include "sums/captured_stderr.h"
#include "pomp_file.h"

#include <sys/mman.h>
#include <unistd.h>

int captured_stderr_open(void) { return memfd_create("stderr", MFD_CLOEXEC); }

void captured_stderr_begin(int file) {
  if (file >= 0)
    dup2(file, STDERR_FILENO);
}

void captured_stderr_take(int file, struct pomp_bytes *said) {
  char text[4096];
  ssize_t n;
  off_t at = 0;
  while (file >= 0 && (n = pread(file, text, sizeof text, at)) > 0) {
    pomp_bytes_put(said, text, (size_t)n);
    at += n;
  }
  if (at && ftruncate(file, 0) == 0)
    lseek(file, 0, SEEK_SET); /* stderr writes at the same place */
}

void captured_stderr_print(const struct pomp_bytes *said) {
  if (said->size)
    pomp_file_write(STDERR_FILENO, said->at, said->size);
}
