/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* command_begin.c - holds the numbers 0 to 2, ignores SIGXFSZ, and looks at the stack. */
#include "base/command_begin.h"
#include "base/stack_room.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

static void (*file_size)(int); /* what SIGXFSZ did before */

bool command_begin(void) {
  int fd = 0;
  while (fd >= 0 && fd <= STDERR_FILENO)
    fd = open("/dev/null", O_RDONLY); /* takes the lowest number that is free */
  if (fd >= 0)
    close(fd);
  file_size = signal(SIGXFSZ, SIG_IGN);
  return stack_has_room();
}

void command_begin_undo(void) { signal(SIGXFSZ, file_size); }
