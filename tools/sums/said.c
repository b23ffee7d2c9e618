/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* said.c - the functions of said.h. The file is in memory, and stderr is not buffered.
 * Not here: when something is said. */
#include "sums/said.h"
#include "pomp_file.h"

#include <sys/mman.h>
#include <unistd.h>

int said_open(void) { return memfd_create("stderr", MFD_CLOEXEC); }

void said_keep(int file) {
  if (file >= 0)
    dup2(file, STDERR_FILENO);
}

void said_take(int file, struct pomp_bytes *said) {
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

void said_say(const struct pomp_bytes *said) {
  if (said->size)
    pomp_file_write(STDERR_FILENO, said->at, said->size);
}
