/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* scheduling.h - what the head says of threads and processors.
 * Not here: the numbers (tools/analysis/scheduling.c). */
#ifndef REPORT_SCHEDULING_H
#define REPORT_SCHEDULING_H

#include "analysis.h"

#include <stdio.h>

/* Prints nothing if nothing is known, as of older files. `part` says that the other figures are those of a part of
 * the run. */
void report_scheduling(FILE *out, const struct analysis *a, bool part);

#endif
