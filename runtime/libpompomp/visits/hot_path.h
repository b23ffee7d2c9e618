/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hot_path.h - the hot path: what happens at each enter and exit event.
 * Not here: everything that happens rarely (events/, visit.h).
 *
 * A location's tree consists of call paths in private memory; each has a node in the mapped file, where its visits and
 * times are counted for readers of the file. `current` is the innermost open call path. An enter finds the child of
 * `current` that has the event's key through a hash of (parent, key), so that it costs the same with two regions and
 * with 100,000, and stores the time in the child's node; an exit adds the time up in the same node and makes the parent
 * current. Others may write to the file, so it is only counted in: no pointer, number or size is ever taken from it.
 * Nothing is shared between threads but the control word, which nobody writes. Stores are atomic only so far as not to
 * be torn: a reader may look at any time. */
#ifndef POMP_HOT_PATH_H
#define POMP_HOT_PATH_H

#include "base/clock.h"
#include "definitions/region.h"
#include "records/call_tree.h"
#include "records/histogram.h"
#include "records/switches.h"
#include "state/gate.h"
#include "state/thread.h"
#include "visits/stack_place.h"

#include <stdbool.h>
#include <stddef.h>

/* Finds the child of `outer` behind `p` in the chain of its hash, or NULL. */
static inline struct pomp_path *pomp_child_behind(const struct pomp_path *p, const struct pomp_path *outer,
                                                  uint32_t key) {
  struct pomp_path *next = p->chain;
  while (next && (next->key != key || next->parent != outer))
    next = next->chain;
  return next;
}
/* Finds the child of `outer`, and in `*node` its node; NULL if there is none yet. A bucket without call paths has one
 * that is nobody's child. A signal may come between any two loads here, and its handler may make call paths. So the
 * number of buckets is read before the buckets, of which there may be more by then, and the call path before its node,
 * which is there once there is a call path (call_tree.c). A child that was made in between may not be found. */
POMP_INLINE struct pomp_path *pomp_child_of(const struct pomp_thread *t, const struct pomp_path *outer, uint32_t key,
                                            uint32_t role, struct pomp_node **node) {
  uint32_t mask = POMP_IN_ORDER(t->mask);
  const struct pomp_bucket *bucket = &POMP_IN_ORDER(t->buckets)[pomp_path_hash(outer, key, role) & mask];
  struct pomp_path *p = POMP_IN_ORDER(bucket->first);
  *node = POMP_IN_ORDER(bucket->node);
  if (POMP_LIKELY(p->key == key && p->parent == outer))
    return p;
  p = pomp_child_behind(p, outer, key);
  if (p)
    *node = pomp_node_of(p);
  return p;
}
static inline struct pomp_path *pomp_child(const struct pomp_thread *t, uint32_t key, uint32_t role) {
  struct pomp_node *node;
  return pomp_child_of(t, t->current, key, role, &node);
}

/* Returns the time of an event: `now`, but no sooner than the end of what a signal handler has done since that was
 * read, which is no part of the visit that begins, or a part of the one that ends. */
static inline uint64_t pomp_event_time(const struct pomp_thread *t, uint64_t now) {
  uint64_t last = POMP_LOAD(t->location->last);
  return __builtin_expect(last > now, 0) ? last : now;
}

static inline uint64_t pomp_visit_begin(struct pomp_thread *t, struct pomp_path *p, struct pomp_node *n, uint64_t now) {
  now = pomp_event_time(t, now);
  POMP_STORE(t->current, p); /* first: a signal handler may never come back, and what is open must be found */
  POMP_ADD(n->visits, 1);
  POMP_STORE(n->start, now);
  return now;
}

/* Keeps the times of the shortest and the longest visit. */
static inline void pomp_note_extremes(struct pomp_node *n, uint64_t time) {
  if (time < POMP_LOAD(n->min))
    POMP_STORE(n->min, time);
  if (time > POMP_LOAD(n->max))
    POMP_STORE(n->max, time);
}
/* The same, and counts the visit in its region's histogram. */
static inline void pomp_note_visit(const struct pomp_path *p, struct pomp_node *n, uint64_t time) {
  pomp_note_extremes(n, time);
  if (p->histogram)
    pomp_histogram_add(p->histogram, time);
}

/* Adds the time since the visit's start, which is returned, and stops it. */
static inline uint64_t pomp_visit_stop(struct pomp_node *n, uint64_t now) {
  uint64_t start = POMP_LOAD(n->start);
  /* The counters of two cores may differ by a few ticks. If there is no start, a signal handler left the end by a jump.
   */
  uint64_t time = start && now > start ? now - start : 0;
  POMP_STORE(n->start, 0); /* first: who is killed between these stores loses this visit rather than have it twice */
  POMP_ADD(n->inclusive, time);
  return time;
}

/* Notes that a visit which was counted with that time took `more`, as a signal handler interrupted its end. `least` is
 * the time of the shortest visit before it. */
void pomp_visit_lengthen(struct pomp_thread *t, struct pomp_path *p, uint64_t time, uint64_t more, uint64_t least);

/* Ends a visit, parts of which were added already: `before` is their time. Returns when it has ended. */
static inline uint64_t pomp_visit_end_after(struct pomp_thread *t, struct pomp_path *p, uint64_t now, uint64_t before) {
  struct pomp_path *outer = p->parent;
  struct pomp_node *n = pomp_node_of(p);
  now = pomp_event_time(t, now);
  /* This is first: who is killed after the start is gone is still known to have lived until now. */
  POMP_STORE(t->location->last, now);
  uint64_t time = before + pomp_visit_stop(n, now), least = POMP_LOAD(n->min);
  pomp_note_extremes(n, time);
  if (POMP_LIKELY(p->histogram != NULL))
    pomp_histogram_add_late(t, p->histogram, time);
  POMP_STORE(t->current, outer);
  uint64_t last = POMP_LOAD(t->location->last);
  if (__builtin_expect(last != now, 0)) /* what a signal handler has done in between is a part of the visit, too */
    pomp_visit_lengthen(t, p, time, last - now, least);
  return last;
}
static inline uint64_t pomp_visit_end(struct pomp_thread *t, struct pomp_path *p, uint64_t now) {
  return pomp_visit_end_after(t, p, now, 0);
}

/* An enter that is not recorded is remembered, so that its exit does not end another visit of the same region. */
static inline uint64_t pomp_skip_name(const struct ompregdescr *d, enum pomp_role role) {
  return (uint64_t)(uintptr_t)d << 6 | role;
}
static inline void pomp_skip(const struct ompregdescr *d, enum pomp_role role) {
  uint32_t n = pomp_tls.skipped;
  if (POMP_LIKELY(n < POMP_SKIP_MAX))
    pomp_tls.skip[n] = pomp_skip_name(d, role);
  pomp_tls.skipped = n + 1;
  pomp_tls.missed++;
  pomp_tls.skip_at = pomp_tls.here ? pomp_tls.here->current : NULL;
}
/* False if this is not the exit of the innermost one. */
static inline bool pomp_skip_ends(const struct ompregdescr *d, enum pomp_role role) {
  uint32_t n = pomp_tls.skipped;
  bool ends = POMP_LIKELY(n - 1 < POMP_SKIP_MAX && pomp_tls.skip[n - 1] == pomp_skip_name(d, role));
  if (ends)
    pomp_tls.skipped = n - 1;
  return ends;
}

/* Events of the same construct between which no code of the program runs have the same time, and the clock is read
 * once: the end of a single's block, the begin and end of an implicit barrier, the exit of the construct; begin and end
 * of a combined construct's team, and enter and exit of the loop in it. */

/* True if the event before left `current`, and the program has not gone on since. */
static inline bool pomp_follows(struct pomp_thread *t) {
  if (POMP_LIKELY(t->after != t->current))
    return false;
  t->after = NULL;
  return true;
}
/* True if `outer`, which is current, is the team of the combined construct that the event belongs to. */
static inline bool pomp_is_combined(const struct pomp_thread *t, const struct pomp_path *outer, struct ompregdescr *d,
                                    enum pomp_role role) {
  return pomp_role_is(role, POMP_IS_COMBINED) && t->begun == outer && outer->key == pomp_key(d, POMP_ROLE_TEAM);
}
POMP_INLINE uint64_t pomp_enter_time(struct pomp_thread *t, const struct pomp_path *outer, struct ompregdescr *d,
                                     enum pomp_role role, uint64_t (*clock)(void)) {
  if (role == POMP_ROLE_BARRIER && pomp_follows(t))
    return t->location->last;
  if (pomp_is_combined(t, outer, d, role))
    return POMP_LOAD(pomp_node_of(outer)->start);
  return clock();
}
/* A barrier takes no time if its thread is alone in the team. */
POMP_INLINE uint64_t pomp_exit_time(struct pomp_thread *t, const struct pomp_path *p, enum pomp_role role,
                                    uint64_t (*clock)(void)) {
  if (role == POMP_ROLE_BARRIER && t->team_size == 1)
    return POMP_LOAD(pomp_node_of(p)->start);
  if ((role == POMP_ROLE_TEAM || pomp_role_is(role, POMP_IS_WORKSHARING)) && pomp_follows(t))
    return t->location->last;
  return clock();
}
/* Notes after the exit of `p` that the next event may follow without the program going on. */
static inline void pomp_may_be_followed(struct pomp_thread *t, const struct pomp_path *p, struct ompregdescr *d,
                                        enum pomp_role role) {
  if (pomp_role_is(role, POMP_IS_FOLLOWED) ? POMP_KEY_CONSTRUCT(t->current->key) == POMP_KEY_CONSTRUCT(p->key)
                                           : pomp_is_combined(t, t->current, d, role))
    t->after = t->current;
}

/* The usual cases of an event: the call path is there, or it is open. False means that it is another case.
 *
 * The processor reads the time stamp counter when all instructions before it are done, so that what is looked up first
 * and what after adds to the cost of a pair; what is in no chain of dependences costs next to nothing. So the clock
 * is read as soon as `current` is known, and what was found is checked after it. */
#define POMP_NEEDS(pointer) __asm__ volatile("" : : "r"(pointer) : "memory")
POMP_INLINE bool pomp_enter_usual_at(struct pomp_thread *t, struct ompregdescr *d, enum pomp_role role, uint64_t stack,
                                     uint64_t (*clock)(void), uint64_t *now) {
  struct pomp_path *outer = t->current;
  POMP_NEEDS(outer);
  *now = pomp_enter_time(t, outer, d, role, clock);
  POMP_NEEDS(outer);
  struct pomp_node *n;
  struct pomp_path *p = pomp_child_of(t, outer, pomp_key(d, role), role, &n);
  if (!POMP_LIKELY(p != NULL))
    return pomp_clock_unread(), false;
  if (role == POMP_ROLE_USER) {
    /* At an unusual distance from the frame of the function around it, another function may be the caller. */
    if (__builtin_expect(pomp_place_distance(outer->stack, stack) - p->nearest > p->range, 0))
      return pomp_clock_unread(), false;
    p->stack = stack;
  }
  *now = pomp_visit_begin(t, p, n, *now);
  if (role == POMP_ROLE_TEAM)
    t->begun = p;
  return true;
}
POMP_INLINE bool pomp_enter_usual(struct pomp_thread *t, struct ompregdescr *d, enum pomp_role role,
                                  uint64_t (*clock)(void), uint64_t *now) {
  return pomp_enter_usual_at(t, d, role, role == POMP_ROLE_USER ? pomp_tls.stack : 0, clock, now);
}
POMP_INLINE bool pomp_exit_usual(struct pomp_thread *t, struct ompregdescr *d, enum pomp_role role,
                                 uint64_t (*clock)(void), uint64_t *now) {
  struct pomp_path *p = t->current;
  POMP_NEEDS(p);
  *now = pomp_exit_time(t, p, role, clock);
  POMP_NEEDS(p);
  if (!POMP_LIKELY(p->key == pomp_key(d, role) && p != t->base && !(pomp_tls.skipped | t->moved_count)))
    return pomp_clock_unread(), false;
  *now = pomp_visit_end(t, p, *now);
  if (role == POMP_ROLE_BARRIER)
    t->released = *now;
  pomp_may_be_followed(t, p, d, role);
  return true;
}

/* The slow twins (traced_events.c, rare_events.c). The most frequent roles have functions of their own, in which the
 * role is known. */
#define POMP_TRACED_ROLES(X)                                                                                           \
  X(for_loop, POMP_ROLE_FOR)                                                                                           \
  X(single, POMP_ROLE_SINGLE)                                                                                          \
  X(single_block, POMP_ROLE_SINGLE_BLOCK)                                                                              \
  X(critical, POMP_ROLE_CRITICAL)                                                                                      \
  X(critical_block, POMP_ROLE_CRITICAL_BLOCK)                                                                          \
  X(atomic, POMP_ROLE_ATOMIC)                                                                                          \
  X(lock, POMP_ROLE_LOCK)                                                                                              \
  X(barrier, POMP_ROLE_BARRIER)                                                                                        \
  X(user, POMP_ROLE_USER)                                                                                              \
  X(task_create, POMP_ROLE_TASK_CREATE)                                                                                \
  X(task, POMP_ROLE_TASK)
#define POMP_TRACED(name, role)                                                                                        \
  uint64_t pomp_enter_##name(struct ompregdescr *d);                                                                   \
  uint64_t pomp_exit_##name(struct ompregdescr *d);
POMP_TRACED_ROLES(POMP_TRACED)
#undef POMP_TRACED
uint64_t pomp_enter_any(struct ompregdescr *d, enum pomp_role role);
uint64_t pomp_exit_any(struct ompregdescr *d, enum pomp_role role);
POMP_INLINE uint64_t pomp_enter_slow(struct ompregdescr *d, enum pomp_role role) {
  switch (role) {
#define POMP_TRACED(name, role)                                                                                        \
  case role:                                                                                                           \
    return pomp_enter_##name(d);
    POMP_TRACED_ROLES(POMP_TRACED)
#undef POMP_TRACED
  default:
    return pomp_enter_any(d, role);
  }
}
POMP_INLINE uint64_t pomp_exit_slow(struct ompregdescr *d, enum pomp_role role) {
  switch (role) {
#define POMP_TRACED(name, role)                                                                                        \
  case role:                                                                                                           \
    return pomp_exit_##name(d);
    POMP_TRACED_ROLES(POMP_TRACED)
#undef POMP_TRACED
  default:
    return pomp_exit_any(d, role);
  }
}

/* True if a visit of the construct is open, which was left out after its begin. */
static inline bool pomp_is_left_open(const struct ompregdescr *d) {
  const struct pomp_thread *t = pomp_tls.here;
  const uint32_t number = pomp_left_out_number(d);
  return number && t && POMP_KEY_CONSTRUCT(t->current->key) == number;
}

/* Both return the time of the event, or 0 if it was not recorded. Whatever is not quite usual, a clock that takes a
 * call among it, goes to the slow twins by a jump, so that nothing has to be kept across a call here. What happens
 * while measurement is off is here, too: that is what a user pays who measures nothing. */
POMP_INLINE uint64_t pomp_enter(struct ompregdescr *d, enum pomp_role role) {
  uint32_t gate = pomp_gate();
  if (POMP_LIKELY(gate == POMP_CONTROL_ON)) {
    if (__builtin_expect(pomp_is_filtered(d), 0) && !pomp_tls.skipped && !pomp_is_left_open(d))
      return 0;
    struct pomp_thread *t = pomp_tls.here;
    uint64_t now;
    if (POMP_LIKELY(t != NULL && !pomp_switches_moved() && pomp_enter_usual(t, d, role, pomp_clock_tsc, &now)))
      return now;
  } else if (gate == POMP_CONTROL_OFF)
    return pomp_skip(d, role), 0;
  else if (gate == POMP_GATE_CLOSED && pomp_gate_masked() == POMP_GATE_CLOSED)
    return 0;
  return pomp_enter_slow(d, role);
}

POMP_INLINE uint64_t pomp_exit(struct ompregdescr *d, enum pomp_role role) {
  uint32_t gate = pomp_gate();
  if (POMP_LIKELY(gate == POMP_CONTROL_ON)) {
    if (__builtin_expect(pomp_is_filtered(d), 0) && !pomp_tls.skipped && !pomp_is_left_open(d))
      return 0;
    struct pomp_thread *t = pomp_tls.here;
    uint64_t now;
    if (POMP_LIKELY(t != NULL && !pomp_switches_moved() && pomp_exit_usual(t, d, role, pomp_clock_tsc, &now)))
      return now;
  } else if (gate == POMP_CONTROL_OFF
                 ? pomp_skip_ends(d, role)
                 : gate == POMP_GATE_CLOSED && !pomp_tls.skipped && pomp_gate_masked() == POMP_GATE_CLOSED)
    return 0;
  return pomp_exit_slow(d, role);
}

#endif
