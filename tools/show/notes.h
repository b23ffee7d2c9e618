/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* notes.h - what the head says that was not as it should be, or not as the user might think.
 * Not here: the figures of the head (report_tables.c). */
#ifndef SHOW_NOTES_H
#define SHOW_NOTES_H

#include "files/load.h"
#include "sums/analysis.h"

#include <stdio.h>

/* Prints all of it, one line each. */
void notes_print(FILE *out, const struct loaded *l, const struct analysis *a);

/* Prints how the program ended, or the measurement, if it did not end as programs do. */
void notes_print_end(FILE *out, const struct loaded *l, const struct analysis *a);

/* This is the note that matters most, for where there is room for one. */
struct foremost_note {
  char *text;      /* lines; the caller frees it; NULL: there is none */
  bool crowded;    /* it is that threads had no processor */
  unsigned others; /* so many other ones say something against the figures */
};
/* Finds it. False if there is not enough memory; `text` is to be freed in any case. */
bool notes_foremost(struct foremost_note *note, const struct loaded *l, const struct analysis *a);

#endif
