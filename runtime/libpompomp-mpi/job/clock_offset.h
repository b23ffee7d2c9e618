/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clock_offset.h - how much one clock is ahead of another, from messages that went there and back (F. Cristian,
 * "Probabilistic clock synchronization", 1989).
 * Not here: the messages (align_clocks.c). The functions are pure; times are in ns. */
#ifndef POMP_MPI_CLOCK_OFFSET_H
#define POMP_MPI_CLOCK_OFFSET_H

#include "pomp_format.h"

/* A message was sent and answered at these times of our clock; in between, the other clock showed `there`. */
struct pomp_round {
  uint64_t sent, answered, there;
};

/* The result comes from the fastest of `count` rounds (at least one), as whatever delayed the others is not in it. The
 * other clock was read at some moment of the round, so the middle is off by no more than half of it. */
struct pomp_alignment pomp_offset_of(const struct pomp_round *rounds, int count);

/* `to_parent` leads to the parent's clock, and `to_root` leads from there to the root's; the result leads all the way.
 */
struct pomp_alignment pomp_offset_add(struct pomp_alignment to_parent, struct pomp_alignment to_root);

#endif
