/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* visit.h - the one place that tells call tree, metrics and trace of a visit, where that is not the hot path.
 * Not here: which visits there are (teams/, events/). */
#ifndef POMP_VISIT_H
#define POMP_VISIT_H

#include "records/metric_values.h"
#include "records/selected_visits.h"
#include "records/trace.h"
#include "visits/hot_path.h"

/* Record the begin or the end of a visit in the trace, if tracing is on. */
static inline void pomp_trace_if_enter(struct pomp_thread *t, const struct pomp_path *p, uint64_t now) {
  if (__builtin_expect(pomp_trace_selects, 0))
    pomp_trace_select_enter(t, p->key, now);
  if (POMP_TRACING)
    pomp_trace_enter_far(t, p, now);
}
static inline void pomp_trace_if_exit(struct pomp_thread *t, const struct pomp_path *p, uint64_t now) {
  if (POMP_TRACING)
    pomp_trace_exit_far(t, p, now);
  if (__builtin_expect(pomp_trace_selects, 0))
    pomp_trace_select_exit(t, p->key, now);
}
/* Records a visit that took no time. */
static inline void pomp_trace_if_visit(struct pomp_thread *t, const struct pomp_path *p) {
  uint64_t now = pomp_trace_last(t);
  pomp_trace_if_enter(t, p, now);
  pomp_trace_if_exit(t, p, now);
}

/* Returns how long the visit of `p` that ends was elsewhere, which is forgotten. */
uint64_t pomp_visit_before(struct pomp_thread *t, const struct pomp_path *p);

/* Ends the visit of `p`, which is current. Returns when it has ended. */
static inline uint64_t pomp_visit_leave(struct pomp_thread *t, struct pomp_path *p, uint64_t now) {
  pomp_metric_stop(t, p);
  now = pomp_visit_end_after(t, p, now, t->moved_count ? pomp_visit_before(t, p) : 0);
  pomp_trace_if_exit(t, p, now);
  return now;
}

/* Begins the metrics of a visit whose enter has just opened its call path. Counters are read if the clock was, and as
 * the last thing, so that next to nothing of ours is counted. */
void pomp_visit_count(struct pomp_thread *t, struct pomp_path *p);
static inline void pomp_metric_enter(struct pomp_thread *t, struct pomp_path *p, bool read) {
  if (pomp_metric_count && read)
    pomp_visit_count(t, p);
  else if (pomp_metric_count)
    pomp_metric_begin_values(t, p);
}

/* Makes a child of `current`. Returns NULL and an error of pomp_arena_block if there is no space. Under the slow lock.
 */
struct pomp_path *pomp_child_new(struct pomp_thread *t, uint32_t key, int *error);
/* Finds the child of `current`, or makes it. NULL means that there is no memory, and measurement has stopped, or that
 * this thread is in a slow path. Takes the slow lock. */
struct pomp_path *pomp_child_get(struct pomp_thread *t, uint32_t key);

/* Ends all visits inside `p`, which is open or the base, and counts them as repaired. */
void pomp_close_inside(struct pomp_thread *t, const struct pomp_path *p, uint64_t now);
/* Sets up the tree of a new location and makes its root; see pomp_tree_init. 0 or an error of pomp_arena_block. Under
 * the slow lock. */
int pomp_visit_init(struct pomp_thread *t, struct pomp_bucket *buckets, uint32_t count, struct pomp_paths *first);
/* These are the ticks that 1000 enter/exit pairs take: with nothing executed beside; right after each other; and each
 * around an atomic update, without what that takes by itself. */
struct pomp_pair_costs {
  uint64_t apart, in_row, around;
};
/* Measures them in a tree that has no call paths but its root, and has none after it. */
struct pomp_pair_costs pomp_pair_cost(struct pomp_thread *t);

/* Leaves what tasks counted in `member` out of what `outer` has open. */
void pomp_visit_leave_out(struct pomp_thread *outer, const struct pomp_thread *member);
/* Counts what the calling thread has open up to now, as the measurement ends. */
void pomp_visit_finish(void);

#endif
