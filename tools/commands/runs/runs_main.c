/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runs_main.c - the command pomp-runs: what follows from its options.
 * Not here: the options (runs_options.c), everything else (answer.c). */
#include "base/bidi_escapes.h"
#include "base/stack_room.h"
#include "base/standard_streams.h"
#include "base/user_error.h"
#include "commands/runs/answer.h"
#include "commands/runs/runs_options.h"

#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  struct runs_request asked = {.names = NULL};
  int status;
  standard_streams_hold();
  if (!stack_has_room())
    return EXIT_FAILURE;
  bidi_escapes_begin();
  setlocale(LC_CTYPE, ""); /* decides which characters the terminal has */
  if (options_read(argc, argv, &asked, &status))
    status = asked.view ? asked.view->answer(&asked) : store_named(&asked);
  table_options_free(&asked.wanted);
  if (fflush(stdout) != 0 || ferror(stdout)) {
    user_error_print(NULL, "can't write: %s", strerror(errno));
    status = EXIT_FAILURE;
  }
  return status;
}
