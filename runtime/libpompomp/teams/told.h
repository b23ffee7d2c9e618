/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* told.h - visits of constructs that were not instrumented, of which OMPT alone tells.
 * Not here: which constructs these are, and their begins (surface/told_row.h); parallel regions (uninstrumented.h).
 *
 * OMPT tells the end of a worksharing construct before its implicit barrier, and not whether there is one. So the visit
 * ends there, and goes on when the barrier comes: as for instrumented code, the barrier is a region inside of it. */
#ifndef POMP_TOLD_H
#define POMP_TOLD_H

#include "visits/hot_path.h"

/* True if the innermost open region is one of those, in this role. */
static inline bool pomp_told_is_open(const struct pomp_thread *t, enum pomp_role role) {
  const struct pomp_path *p = t->current;
  return p != t->base && POMP_KEY_ROLE(p->key) == role && p->is_told;
}

/* Reads the clock for an event of OMPT. */
uint64_t pomp_told_now(struct pomp_thread *t);
/* Ends the visit of `p`, which is open, and what cancel has left open inside. */
uint64_t pomp_told_leave(struct pomp_thread *t, struct pomp_path *p, uint64_t now);

/* The worksharing construct of the thread ends, but for its barrier. Does nothing if none is open. */
void pomp_told_work_end(struct pomp_thread *t);
/* Ends what of the construct is still to be ended, as another one begins, or the team ends. */
void pomp_told_close(struct pomp_thread *t);

/* The thread enters an implicit barrier. True if it is that of a construct that OMPT alone has told of. */
bool pomp_told_barrier_begin(struct pomp_thread *t);
/* It has left an implicit barrier. */
void pomp_told_barrier_end(struct pomp_thread *t);
/* True if the barrier that is open is one of these. */
static inline bool pomp_told_has_barrier(const struct pomp_thread *t) { return t->told && t->expecting == t->told; }

#endif
