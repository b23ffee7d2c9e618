/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* top_main.c - the command pomp-top.
 * Not here: options (top_options.c), a program elsewhere (remote.c), everything else (watch.c). */
#include "base/command_begin.h"
#include "base/command_line.h"
#include "base/user_error.h"
#include "commands/top/top.h"

#include <locale.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  struct top_chosen chosen;
  int status;
  if (!command_begin())
    return EXIT_FAILURE;
  setlocale(LC_CTYPE, ""); /* decides which characters the terminal has */
  if (!options_read(argc, argv, &chosen, &status))
    return command_end(status);
  if (remote_is(chosen.name))
    return remote_watch(&chosen);
  if (!watch_lacks())
    return watch(&chosen);
  user_error_print(NULL, "%s", watch_lacks());
  return EXIT_FAILURE;
}
