/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cause.h - the one cause that costs most at the largest number: a construct in which threads slow each other down, or
 * what the diagnosis of that run has found and not in the smallest number's.
 * Not here: both kinds (slowdown.h, run_findings.h). docs/scaling.md says how it is chosen. */
#ifndef COMMANDS_SCALE_CAUSE_H
#define COMMANDS_SCALE_CAUSE_H

#include "commands/scale/slowdown.h"

struct cause {
  const char *property, *title;          /* as --diagnose has them, or of slowdown_rows */
  const char *region, *function, *where; /* "" if it has no region */
  double saving, lost;                   /* s of wall time: what the cure would save, and what is lost in all */
  bool judged;                           /* false: threads had no processor for so long that this may be why */
  bool is_main;                          /* it is a quarter of what is lost, or more */
  char text[SLOWDOWN_TEXT];              /* what it is, where, and what it costs; a sentence without its point */
  char advice[SLOWDOWN_TEXT];            /* what makes it likely, and what helps */
};

/* Finds the cause of what is lost in comparison with perfect scaling. False: there is none, or it costs less than a
 * hundredth of the wall time. */
bool cause_find(struct cause *c, const struct plan *plan, const struct figures *f, const struct series *s);

#endif
