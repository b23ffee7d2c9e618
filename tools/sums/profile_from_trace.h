/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* profile_from_trace.h - the profile that follows from a trace, in place of the measured one.
 * Not here: the trace (tools/files). */
#ifndef SUMS_PROFILE_FROM_TRACE_H
#define SUMS_PROFILE_FROM_TRACE_H

#include "files/experiment.h"
#include "files/trace.h"

/* Gives the nodes of the experiment, which the trace belongs to, the numbers that follow from the trace: visits,
 * times, waits. What the trace does not have is 0. `*misfits` becomes the number of records that did not fit what
 * was open. False, with a message, if the two contradict each other, the trace is damaged or there is no memory. */
bool profile_from_trace(struct experiment *e, struct trace *t, uint64_t *misfits, char *error, size_t error_size);

#endif
