/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* no_ncurses.c - tells whether pomp-top was built with ncurses, and stands for watch.c if it was not. */
#include "commands/top/top.h"

#include <stdlib.h>

#ifdef POMP_HAS_NCURSES
const char *watch_lacks(void) { return NULL; }
#else
const char *watch_lacks(void) {
  return "it was built without ncurses (Debian: libncurses-dev), which it needs; pomp-report --now tells the same once";
}
int watch(struct top_chosen *chosen) {
  (void)chosen;
  return EXIT_FAILURE;
}
#endif
