/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* now_stacks.h - the stacks of a program's threads, below the view of what they do.
 * Not here: that view (report.h). */
#ifndef SHOW_NOW_STACKS_H
#define SHOW_NOW_STACKS_H

#include "sums/analysis.h"

#include <stdio.h>

/* True if the core file can be read, and is of a process of the experiment that has died. Else `*process` is another
 * one, or 0, and a message has said why it can't be read. */
bool now_stacks_can(const struct analysis *a, const char *core, uint32_t *process);

/* Prints the stack of each thread: stops it for a moment, or takes it from the core file, if there is one. False if
 * there is not enough memory. */
bool now_stacks_print(FILE *out, const struct analysis *a, const char *core);

#endif
