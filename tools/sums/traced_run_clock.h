/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* traced_run_clock.h - the clocks of sources, for those who open them.
 * Not here: what others may ask (traced_run.h). */
#ifndef SUMS_TRACED_RUN_CLOCK_H
#define SUMS_TRACED_RUN_CLOCK_H

#include "sums/traced_run.h"

/* Sets the clock of a source that is no job, when its profile and its trace are open. */
void traced_run_set_clock(struct traced_run *s);
/* Returns the time of rank 0's CLOCK_MONOTONIC, in ns, at this tick of the rank's clock. */
double traced_run_common_ns(const struct traced_run *rank, uint64_t tick);

#endif
