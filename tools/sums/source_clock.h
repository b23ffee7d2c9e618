/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* source_clock.h - the clocks of sources, for those who open them.
 * Not here: what others may ask (source.h). */
#ifndef SUMS_SOURCE_CLOCK_H
#define SUMS_SOURCE_CLOCK_H

#include "sums/source.h"

/* Sets the clock of a source that is no job, when its profile and its trace are open. */
void source_set_clock(struct source *s);
/* Returns the time of rank 0's CLOCK_MONOTONIC, in ns, at this tick of the rank's clock. */
double source_common_ns(const struct source *rank, uint64_t tick);

#endif
