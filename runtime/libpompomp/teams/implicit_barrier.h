/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* implicit_barrier.h - implicit barriers of worksharing constructs, which no event of POMP brackets.
 * Not here: barriers at the end of parallel regions (team.h). */
#ifndef POMP_IMPLICIT_BARRIER_H
#define POMP_IMPLICIT_BARRIER_H

#include "visits/hot_path.h"

/* The calling thread enters or leaves an implicit barrier, of which one construct may have several in a row. */
void pomp_barrier_begin(void);
void pomp_barrier_end(void);

/* True if this visit of the construct has its barrier already. A construct may have several barriers in a row, and two
 * constructs that a macro wrote may have one call path. */
static inline bool pomp_barrier_is_counted(const struct pomp_thread *t, const struct pomp_path *construct) {
  return t->barrier_of == construct && t->barrier_at == POMP_LOAD(pomp_node_of(construct)->visits);
}

/* Counts a visit of the barrier of the construct that is current; the visit takes no time. */
void pomp_barrier_count(struct pomp_thread *t);

/* Ends what cancel or longjmp has left open in the construct. False if it is not open, or has its barrier already. */
bool pomp_barrier_close_inside(struct pomp_thread *t, struct ompregdescr *d, enum pomp_role role);

/* Says after the construct's enter that its barrier is an implicit one that is to be measured. Barriers that the
 * compiler adds to other constructs are not. */
static inline void pomp_barrier_expect(struct ompregdescr *d, enum pomp_role role) {
  struct pomp_thread *t = pomp_tls.here;
  if (t && t->current != t->base && t->current->key == pomp_key(d, role))
    t->expecting = t->current;
}

/* Counts the visit of the barrier that has ended, `waited`, among those of its length: OMPT reports some barriers in
 * several parts, such as that of a reduction, and which part is the last one shows when the construct ends. */
void pomp_barrier_note(struct pomp_thread *t);

/* Comes before the construct's exit. In a team of one there is no barrier; its visit is counted all the same. */
static inline void pomp_barrier_exit(struct ompregdescr *d, enum pomp_role role) {
  struct pomp_thread *t = pomp_tls.here;
  if (!t)
    return;
  t->expecting = NULL;
  if (t->waited && pomp_is_measuring())
    pomp_barrier_note(t);
  if (POMP_LIKELY(pomp_barrier_is_counted(t, t->current)) || !t->parent || t->current == t->base || pomp_tls.skipped ||
      !pomp_is_on())
    return;
  if (t->current->key != pomp_key(d, role) && !pomp_barrier_close_inside(t, d, role))
    return;
  pomp_barrier_count(t);
}

#endif
