/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* compare.h - two commands that have been run in turn, as two sides of a comparison.
 * Not here: how the runs are made (plan.h, main.c), what a comparison looks like (tools/sides). */
#ifndef SCALE_COMPARE_H
#define SCALE_COMPARE_H

#include "figures.h"

/* Looks at the conditions of --fail-if, before anything is run. False, with a message, if one is wrong. */
bool compare_check(const struct asked *asked);

/* True if both sides have a run that counts. */
bool compare_can(const struct plan *plan, const struct outcome *outcome);

/* Shows what the user wants of it. Returns the exit status (diff.h). */
int compare_show(const struct plan *plan, const struct outcome *outcome);

#endif
