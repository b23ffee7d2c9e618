/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* top_main.c - the command pomp-top.
 * Not here: options (top_options.c), a program elsewhere (remote.c), everything else (watch.c). */
#include "commands/top/top.h"

#include <locale.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  struct top_chosen chosen = {.interval = 1};
  int status;
  setlocale(LC_CTYPE, ""); /* decides which characters the terminal has */
  if (!options_read(argc, argv, &chosen, &status))
    return status;
  if (remote_is(chosen.name))
    return remote_watch(&chosen);
  if (!watch_lacks())
    return watch(&chosen);
  refuse(watch_lacks(), "");
  return EXIT_FAILURE;
}
