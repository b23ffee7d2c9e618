/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* metric_values.h - metrics: what is counted beside time, for each visit of a call path.
 * Not here: who counts (common/metrics/), when visits begin and end (visits/).
 *
 * Counters are the thread's of the system, call paths a location's, and a location may be served by several threads. So
 * values are read at an event into the location that has it, and all that begins or ends there goes by those: whatever
 * is done later by another thread, in its place, does not mix two threads' counters. Whatever the time is left out of
 * is left out of the values, too.
 *
 * While POMP_METRICS names nothing, pomp_metric_count is 0, and no event of the usual kind comes here: see
 * POMP_GATE_MORE. Functions without another remark are called by the thread that has the event. */
#ifndef POMP_METRIC_VALUES_H
#define POMP_METRIC_VALUES_H

#include "base/clock.h"
#include "records/call_tree.h"

/* The number of metrics; it is written once, before the first event. */
extern uint32_t pomp_metric_count POMP_HIDDEN;

/* Finds the metrics in `list`, as POMP_METRICS has them, and says which it leaves out. 0 or an error of
 * pomp_arena_block. Under the slow lock, as all down to the next remark. */
int pomp_metric_start(const char *list, bool multiplex);
/* Makes room for the values of `paths`, which are new ones of `t`. 0 or an error as above. */
int pomp_metric_room(struct pomp_thread *t, const struct pomp_paths *paths);
/* Clears the values of a call path that was made just now. */
void pomp_metric_new(struct pomp_path *p);
/* The calling thread is measured from now on, until the other is called. */
void pomp_metric_thread_begin(void);
void pomp_metric_thread_end(void);

/* Writes to where the values of `t` and `p` are going to be written; changes nothing that counts. Not under the slow
 * lock, from here on. */
void pomp_metric_touch(struct pomp_thread *t, struct pomp_path *p);
/* Reads the calling thread's counters into `t`. */
void pomp_metric_read(struct pomp_thread *t);
/* Returns the values of `t` at its last event, pomp_metric_count of them. Any thread may call it; the values may change
 * while it reads. */
const int64_t *pomp_metric_values(const struct pomp_thread *t);

/* Returns what finished visits of `p` have of a metric. Any thread may call it. */
int64_t pomp_metric_inclusive(const struct pomp_path *p, uint32_t metric);

/* A visit of `p` begins or is resumed; it ends or is suspended. These and the next ones go by the values that were read
 * last. */
static inline void pomp_metric_begin(struct pomp_thread *t, struct pomp_path *p);
static inline void pomp_metric_stop(struct pomp_thread *t, struct pomp_path *p);

/* In `t`, where nothing else was suspended, a task begins to execute, and what it interrupted is resumed. */
void pomp_metric_task_begin(struct pomp_thread *t);
void pomp_metric_task_end(struct pomp_thread *t, bool in_barrier);
/* A member begins a team; what its tasks count from then on is left out of what `outer` has open by ..._leave_out. */
void pomp_metric_team_begin(struct pomp_thread *t);
void pomp_metric_leave_out(struct pomp_thread *outer, const struct pomp_thread *member);
/* Returns what tasks have counted since the team began. */
const int64_t *pomp_metric_aside(const struct pomp_thread *t);
/* A member arrives at its team's last barrier; the barrier's visit is added, and to `team`, as a part of it. */
void pomp_metric_arrive(struct pomp_thread *t);
void pomp_metric_add_barrier(struct pomp_thread *t, struct pomp_path *barrier, struct pomp_path *team);

/* pomp_metric_begin and pomp_metric_stop call these if there are metrics. */
void pomp_metric_begin_values(struct pomp_thread *t, struct pomp_path *p);
void pomp_metric_stop_values(struct pomp_thread *t, struct pomp_path *p);

static inline void pomp_metric_begin(struct pomp_thread *t, struct pomp_path *p) {
  if (pomp_metric_count)
    pomp_metric_begin_values(t, p);
}
static inline void pomp_metric_stop(struct pomp_thread *t, struct pomp_path *p) {
  if (pomp_metric_count)
    pomp_metric_stop_values(t, p);
}
/* Reads the clock for an event that is not a usual one, and the counters with it. */
static inline uint64_t pomp_now(struct pomp_thread *t) {
  if (pomp_metric_count)
    pomp_metric_read(t);
  return pomp_clock();
}

#endif
