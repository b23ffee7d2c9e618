/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ask-driver.c - reads the commands that Clang's driver would run, which it prints under -###.
 * What does not live here: how it is run (run.c). */
#include "ask-driver.h"

#include "run.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MARK "-L/pomp-clang-asks" /* the linker's command has it, and no other one */

enum { MOST = 4 << 20 }; /* bytes of commands that are read */

bool driver_links(const struct words *words, bool otherwise) {
  char *text = malloc(MOST);
  struct words asking = {0};
  for (int i = 0; i < words->count; ++i) {
    words_add(&asking, words->text[i], -1);
    if (i == 0) {
      words_format(&asking, "-###");
      words_format(&asking, MARK);
    }
  }
  bool told = text && run_and_read(asking.text, NULL, STDERR_FILENO, text, MOST) != -1 && strlen(text) < MOST - 1;
  bool links = told ? strstr(text, "\"" MARK "\"") != NULL : otherwise; /* a warning has other quotes */
  free(text);
  return links;
}
