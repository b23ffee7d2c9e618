/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* switches.h - for how long call paths were without a processor: pushed off one, or asleep.
 * Not here: how the kernel tells it (base/switch_ring.h).
 *
 * An event looks at one word, which the kernel changes when the thread loses its processor or gets one. If it has
 * changed, the time without one was before this event, so that it belongs to what is open. */
#ifndef POMP_SWITCHES_H
#define POMP_SWITCHES_H

#include "records/call_tree.h"
#include "state/thread.h"

/* Asks the kernel for the calling thread's switches, which it may refuse; and ends that. Under the slow lock. */
void pomp_switches_thread_begin(void);
void pomp_switches_thread_end(void);
/* True if it tells them of some thread, or did. */
bool pomp_switches_are_told(void);

/* True if the calling thread was without a processor since it was booked last. */
static inline bool pomp_switches_moved(void) {
  return __builtin_expect(__atomic_load_n(pomp_tls.switch_head, __ATOMIC_RELAXED) != pomp_tls.switch_seen, 0);
}
/* Books what is new on what the calling thread has open. */
void pomp_switches_book(void);
static inline void pomp_switches_look(void) {
  if (pomp_switches_moved())
    pomp_switches_book();
}

/* Returns how many ticks the thread was pushed off its processor in the open visit of `p`, a construct that the team
 * shares. */
static inline uint64_t pomp_switches_in(const struct pomp_thread *t, const struct pomp_path *p) {
  return t->pushed_in == p && t->pushed_at == POMP_LOAD(pomp_node_of(p)->visits) ? t->pushed : 0;
}

/* Returns the tick of the team's fork, or at which the member was last released from a barrier; and how long it was
 * pushed off since. */
static inline uint64_t pomp_switches_base(const struct pomp_thread *t) {
  return t->released > t->forked ? t->released : t->forked;
}
static inline uint64_t pomp_switches_since_base(const struct pomp_thread *t) {
  return t->pushed_base == pomp_switches_base(t) ? t->pushed_since : 0;
}

#endif
