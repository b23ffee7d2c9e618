/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* control_main.c - the command pomp-control.
 * Not here: its options (control_options.c), what it does (control.c). */
#include "base/command_begin.h"
#include "base/command_line.h"
#include "commands/control/control.h"

#include <stdlib.h>

int main(int argc, char **argv) {
  struct control_chosen chosen;
  int status;
  if (!command_begin())
    return EXIT_FAILURE;
  return control_options(argc, argv, &chosen, &status) ? control_do(&chosen) : command_end(status);
}
