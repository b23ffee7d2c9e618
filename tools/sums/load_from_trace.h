/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* load_from_trace.h - an experiment, or a job's, with the numbers that follow from its traces.
 * Not here: the numbers of a single trace (profile_from_trace.h). */
#ifndef SUMS_LOAD_FROM_TRACE_H
#define SUMS_LOAD_FROM_TRACE_H

#include "files/load.h"

/* Replaces what was measured by what follows from the traces, and says what they lack. The files of a job's ranks
 * are read again, as their traces refer to those; ranks without a trace are left out. False if it can't be done; the
 * reason has been printed. */
bool load_from_trace(struct loaded *l);

#endif
