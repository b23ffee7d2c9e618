/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* standard_streams.c - holds the numbers 0 to 2. */
#include "base/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

void standard_streams_hold(void) {
  int fd = 0;
  while (fd >= 0 && fd <= STDERR_FILENO)
    fd = open("/dev/null", O_RDONLY); /* takes the lowest number that is free */
  if (fd >= 0)
    close(fd);
}
