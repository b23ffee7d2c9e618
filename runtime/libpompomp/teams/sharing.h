/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sharing.h - how evenly the members of a team share each worksharing construct, and how long one after the other they
 * come to each barrier, instance by instance.
 * Not here: how members find each other (records/instances.h), what is concluded from the sums (tools/sums).
 *
 * A member's time in an instance ends when it arrives at the construct's barrier, or leaves a construct that has none.
 * Now and then, and at the end of the team, member 0 compares what all have noted, and has the record of the member
 * that took longest say so. */
#ifndef POMP_SHARING_H
#define POMP_SHARING_H

#include "records/call_tree.h"

/* True for the roles of constructs that all members of a team meet. A single section is left out, as any member may
 * execute it. */
POMP_INLINE bool pomp_is_shared(uint32_t role) {
  return pomp_role_is(role, POMP_IS_SHARED) && role != POMP_ROLE_SECTION;
}

/* The member has spent `time` in the visit of `p`, a shared construct; the visit has not been noted before. */
void pomp_sharing_note(struct pomp_thread *t, const struct pomp_path *p, uint64_t time);

/* The member has come at `now` to the barrier `p`. If that ends a shared construct, its visit has been noted before. */
void pomp_sharing_meet(struct pomp_thread *t, const struct pomp_path *p, uint64_t now);

/* Compares the members in the instances that all have met since the last time. Called by member 0's thread, or by the
 * thread that ends the measurement; a call does nothing while the other thread is in it. */
void pomp_sharing_compare(struct pomp_thread *t);

/* All members have left the team of this member 0, at `now`. Where teams are short, they are compared only now and
 * then, as what they noted has to come from their processors. */
void pomp_sharing_joined(struct pomp_thread *t, uint64_t now);

/* The next team of this member 0 has other members: compares those of the last one, and leaves nothing for later. */
void pomp_sharing_forget(struct pomp_thread *t);
/* The measurement ends: these do that for the teams whose member 0 the calling thread is, and, when no thread measures
 * any more, for all others. The trace of another thread can't be distinguished, so that the second is of no use where
 * there is one. */
void pomp_sharing_end(void);
void pomp_sharing_end_of_others(void);

/* True if the visit of `p` that is open, or has just ended, is noted already. */
static inline bool pomp_sharing_is_noted(const struct pomp_thread *t, const struct pomp_path *p) {
  return t->noted == p && t->noted_at == POMP_LOAD(pomp_node_of(p)->visits);
}

/* The member arrives at a barrier of `p`, which is open. */
static inline void pomp_sharing_arrive(struct pomp_thread *t, const struct pomp_path *p, uint64_t now) {
  if (!t->team_size || p == t->base || !pomp_is_shared(POMP_KEY_ROLE(p->key)) || pomp_sharing_is_noted(t, p))
    return;
  uint64_t start = POMP_LOAD(pomp_node_of(p)->start);
  pomp_sharing_note(t, p, start && now > start ? now - start : 0);
}

/* The calling thread becomes this member of a team of that size, and has met none of the team's constructs: `first`
 * is the number of the first one. */
static inline void pomp_sharing_begin(struct pomp_thread *t, uint32_t size, uint32_t first) {
  if (t->thread_num == 0 && t->team_size != size)
    pomp_sharing_forget(t);
  if ((int32_t)(first - t->compared) < 0) /* measurement was off when the last team ended, and its numbers come again */
    POMP_STORE(t->compared, first);
  POMP_STORE(t->instance, first);
  t->first = first;
  t->missed = pomp_tls.missed;
  t->noted = NULL;
  t->released = 0;
}

#endif
