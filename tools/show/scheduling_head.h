/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* scheduling_head.h - what the head says of threads and processors.
 * Not here: the numbers (tools/sums/scheduling.c). */
#ifndef SHOW_SCHEDULING_HEAD_H
#define SHOW_SCHEDULING_HEAD_H

#include "files/load.h"
#include "sums/analysis.h"

#include <stdio.h>

/* Each prints a line, or nothing if nothing is known, as of older files: how much of their lives threads were on a
 * processor; what a control group limits; that threads had no processor for so long that figures have that in them. */
/* Prints, as a part of a line, how much of the CPU time was in the kernel, if that is worth a word. */
void scheduling_kernel(FILE *out, const struct analysis *a);
void scheduling_threads(FILE *out, const struct loaded *l, const struct analysis *a);
void scheduling_quota(FILE *out, const struct loaded *l, const struct analysis *a);
void scheduling_warning(FILE *out, const struct loaded *l, const struct analysis *a);

#endif
