/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runs_main.c - the command pomp-runs: what follows from its options.
 * Not here: the options (runs_options.c), everything else (answer.c). */
#include "base/bidi_escapes.h"
#include "base/command_begin.h"
#include "base/command_line.h"
#include "commands/runs/answer.h"
#include "commands/runs/runs_options.h"
#include "files/load.h"

#include <locale.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  struct runs_request request;
  int status;
  if (!command_begin())
    return EXIT_FAILURE;
  load_limits_modes = true;
  bidi_escapes_begin();
  setlocale(LC_CTYPE, ""); /* decides which characters the terminal has */
  if (options_read(argc, argv, &request, &status))
    status = request.view ? request.view->answer(&request) : store_named(&request);
  table_options_free(&request.wanted);
  return command_end(status);
}
