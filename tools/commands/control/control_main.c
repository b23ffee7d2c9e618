/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* control_main.c - the command pomp-control.
 * Not here: its options (control_options.c), what it does (control.c). */
#include "base/command_line.h"
#include "commands/control/control.h"

int main(int argc, char **argv) {
  struct control_chosen chosen;
  int status;
  return control_options(argc, argv, &chosen, &status) ? control_do(&chosen) : command_end(status);
}
