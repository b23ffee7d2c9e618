/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clock_offset.h - what one clock must be added to get another, from messages that went there and back (F. Cristian,
 * "Probabilistic clock synchronization", 1989).
 * Not here: the messages (align_clocks.c). Pure functions. Times in ns. */
#ifndef POMP_MPI_CLOCK_OFFSET_H
#define POMP_MPI_CLOCK_OFFSET_H

#include "pomp_format.h"

/* One round trip: sent and answered at these times of our clock; in between, the other one showed `there`. */
struct pomp_round {
  uint64_t sent, answered, there;
};

/* From the fastest of `count` rounds, at least one: whatever delayed the others is not in it. The other clock was read
 * at some moment of the round, so the middle is off by no more than half of it. */
struct pomp_alignment pomp_offset_of(const struct pomp_round *rounds, int count);

/* `to_parent` leads to a clock that `to_root` leads on to the root's: both together. */
struct pomp_alignment pomp_offset_add(struct pomp_alignment to_parent, struct pomp_alignment to_root);

#endif
