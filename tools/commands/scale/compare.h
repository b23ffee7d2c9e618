/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* compare.h - two commands that have been run in turn, as two sides of a comparison.
 * Not here: how the runs are made (plan.h, scale_main.c), what a comparison looks like (tools/show). */
#ifndef COMMANDS_SCALE_COMPARE_H
#define COMMANDS_SCALE_COMPARE_H

#include "commands/scale/scale_figures.h"

/* Looks at the conditions of --fail-if, before anything is run. False, with a message, if one is wrong. */
bool compare_check(const struct scale_request *request);

/* True if both sides have a run that counts. */
bool compare_can(const struct plan *plan, const struct outcome *outcome);

/* Shows what the user wants of it. Returns the exit status (diff.h). */
int compare_show(const struct plan *plan, const struct outcome *outcome);

#endif
