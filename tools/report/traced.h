/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* traced.h - an experiment, or a job's, with the numbers that follow from its traces.
 * Not here: those of one trace (from_trace.h). */
#ifndef REPORT_TRACED_H
#define REPORT_TRACED_H

#include "load.h"

/* Puts what follows from the traces in place of what was measured, and says what they lack. Of a job, the ranks' own
 * files are read again, as their traces refer to those; ranks without a trace are left out. False: the user has been
 * told why not. */
bool traced_load(struct loaded *l);

#endif
