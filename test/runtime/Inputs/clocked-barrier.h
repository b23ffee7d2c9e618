/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clocked-barrier.h - a barrier with its events, at which all members go on at the time of the last one.
 * Not here: the clock (test/clock/test_clock.h). */
#ifndef CLOCKED_BARRIER_H
#define CLOCKED_BARRIER_H

#include "regions.h"
#include "test_clock.h"

/* All members of the team call it at the n-th instance of the barrier. */
static inline void clocked_barrier(struct ompregdescr *d, struct clock_meeting *m, size_t n) {
  clock_meet(m, n);
  POMP_Barrier_enter(d);
#pragma omp barrier
  clock_met();
  POMP_Barrier_exit(d);
}

#endif
