/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* other-clang.c - asks the compiler that POMP_CLANG names what it is.
 * What does not live here: what other-clang.h says. */
#include "other-clang.h"

#include "complain.h"
#include "run.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char takes[] = "it takes a Clang of the plugin's version, such as " POMP_CLANG_PATH;

/* Another compiler would report the options that we add, which says nothing to a user. */
static void check(const char *chosen) {
  char *const ask[] = {(char *)chosen, (char *)"--version", NULL};
  char text[4096];
  int status = run_and_read(ask, "POMP_CLANG", text, sizeof text);
  if (status == -1) {
    complain("can't run %s: %s (POMP_CLANG names it)", chosen, strerror(errno));
    exit(127);
  }
  if (strstr(text, "pomp-clang")) {
    complain("POMP_CLANG names pomp-clang itself, %s; %s", chosen, takes);
    exit(2);
  }
  if (strstr(text, "clang version ") == NULL) {
    text[strcspn(text, "\n")] = '\0';
    complain("POMP_CLANG names %s, which is not Clang: it says '%.200s'; %s", chosen, text, takes);
    exit(2);
  }
}

const char *clang_find(void) {
  const char *chosen = getenv("POMP_CLANG");
  if (!chosen || !*chosen)
    return access(POMP_CLANG_PATH, X_OK) == 0 ? POMP_CLANG_PATH : POMP_CLANG_NAME;
  check(chosen);
  return chosen;
}
