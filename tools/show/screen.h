/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* screen.h - what is different if what is shown goes to a terminal: its width, colours, the pager. A file or a pipe
 * gets the same whatever the terminal is. Not here: layout (table.c). */
#ifndef SHOW_SCREEN_H
#define SHOW_SCREEN_H

#include <stdbool.h>
#include <stdio.h>

struct screen {
  FILE *out;      /* what the report is printed to */
  unsigned lines; /* of the terminal */
  char *text;     /* what is to be shown; NULL: `out` is stdout */
  size_t size;
};

/* Says that stdout is no terminal that anybody looks at, even if it looks like one. */
void screen_is_none(void);
bool screen_is_terminal(void);

/* Finds out whether stdout is a terminal, and lets tables fit it. `plain`: the output is for programs, and goes to
 * stdout as it is. False if there is not enough memory. */
bool screen_open(struct screen *s, bool plain);

/* Shows what was printed, by way of the user's pager if it has more lines than the terminal. */
void screen_close(struct screen *s);

#endif
