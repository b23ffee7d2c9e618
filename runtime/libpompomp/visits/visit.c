/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* visit.c - new call paths and repaired visits, with their metrics and their records in the trace.
 * Not here: the usual visit (hot_path.h). */
#include "visits/visit.h"
#include "records/phases.h"
#include "records/suspended.h"
#include "state/slow_lock.h"

/* NULL: there is no space for what a phase around it keeps of it. */
static struct pomp_path *path_new(struct pomp_thread *t, uint32_t key, struct pomp_path *parent, int *error) {
  struct pomp_path *p = pomp_tree_add(t, key, parent);
  p->histogram = pomp_histogram_of(t, key);
  if (pomp_metric_count)
    pomp_metric_new(p);
  pomp_tree_publish(t); /* readers find its values with it */
  pomp_trace_define(t, p);
  *error = pomp_phases_there ? pomp_phase_path_made(t, p) : 0;
  return *error ? NULL : p;
}

struct pomp_path *pomp_child_new(struct pomp_thread *t, uint32_t key, int *error) {
  if (pomp_tree_is_full(t)) {
    *error = pomp_tree_grow(t);
    if (!*error && pomp_metric_count)
      *error = pomp_metric_room(t, t->paths);
    if (*error)
      return NULL;
    pomp_arena_publish();
  }
  return path_new(t, key, t->current, error);
}

int pomp_visit_init(struct pomp_thread *t, struct pomp_bucket *buckets, uint32_t count, struct pomp_paths *first) {
  int error = pomp_metric_count ? pomp_metric_room(t, first) : 0;
  if (error)
    return error;
  pomp_tree_init(t, buckets, count, first);
  t->root = t->base = t->current = path_new(t, 0, NULL, &error);
  if (error)
    return error;
  t->location->root = t->trace.root = t->root->number;
  return 0;
}

struct pomp_path *pomp_child_get(struct pomp_thread *t, uint32_t key) {
  struct pomp_path *p = pomp_child(t, key, POMP_KEY_ROLE(key));
  if (p || !pomp_slow_begin())
    return p;
  int error = 0;
  if (pomp_is_measuring() && !(p = pomp_child(t, key, POMP_KEY_ROLE(key)))) /* a signal handler may have made it */
    p = pomp_child_new(t, key, &error);
  if (error)
    pomp_gate_stop(error);
  pomp_slow_end();
  return p;
}

void pomp_visit_lengthen(struct pomp_thread *t, struct pomp_path *p, uint64_t time, uint64_t more, uint64_t least) {
  struct pomp_node *n = pomp_node_of(p);
  POMP_ADD(n->inclusive, more);
  if (least > time)
    POMP_STORE(n->min, least);
  pomp_note_extremes(n, time + more);
  if (p->histogram)
    pomp_histogram_move(t, p->histogram, time, time + more);
}

uint64_t pomp_visit_before(struct pomp_thread *t, const struct pomp_path *p) {
  for (uint32_t i = t->moved_count; i-- > 0 && t->moved[i].depth == t->saved_count;)
    if (t->moved[i].path == p) {
      const uint64_t before = t->moved[i].before;
      t->moved[i] = t->moved[--t->moved_count];
      return before;
    }
  return 0;
}

void pomp_close_inside(struct pomp_thread *t, const struct pomp_path *p, uint64_t now) {
  t->after = NULL;
  while (t->current != p) {
    struct pomp_path *inner = t->current;
    pomp_tls.missed += pomp_role_is(POMP_KEY_ROLE(inner->key), POMP_IS_SHARED);
    pomp_visit_leave(t, inner, now);
    if (POMP_KEY_ROLE(inner->key) != POMP_ROLE_REDUCTION) /* whose end is that of its construct */
      POMP_ADD(t->location->repaired, 1);
  }
}

/* The next record's memory in the trace is touched as well; see pomp_metric_touch. */
void pomp_visit_count(struct pomp_thread *t, struct pomp_path *p) {
  pomp_metric_touch(t, p);
  pomp_trace_touch(t);
  pomp_metric_read(t);
  pomp_metric_begin_values(t, p);
}

/* Nothing of an event here is executed beside the event before it. In a loop of nothing but events, some processors
 * take no longer than for two readings of the clock, as they look for call paths while they read it; the code of
 * programs, of which they execute as much at the same time as they can, leaves less room for that. */
uint64_t pomp_pair_cost(struct pomp_thread *t) {
  enum { ROUNDS = 8, PAIRS = 32 };
  struct ompregdescr d = {.name = ""};
  d.data[0] = (void *)(uintptr_t)POMP_MAX_CONSTRUCTS;
  int error;
  const enum pomp_role role = POMP_ROLE_USER;
  struct pomp_path *p = pomp_child_new(t, pomp_key(&d, role), &error);
  if (!p)
    return 0;
  struct pomp_node *n = pomp_node_of(p);
  uint64_t best = UINT64_MAX, drains = UINT64_MAX;
  for (int round = 0; round < ROUNDS; round++) {
    uint64_t start = pomp_clock();
    for (int i = 0; i < PAIRS; i++) {
      POMP_ARCH_DRAIN();
      struct pomp_path *child = pomp_child_of(t, t->current, pomp_key(&d, role), role, &n);
      pomp_visit_begin(t, child, n, pomp_clock());
      pomp_metric_enter(t, child, true);
      POMP_ARCH_DRAIN();
      uint64_t now = pomp_now(t);
      pomp_metric_stop(t, child);
      pomp_visit_end(t, t->current, now);
    }
    uint64_t between = pomp_clock();
    for (int i = 0; i < 2 * PAIRS; i++)
      POMP_ARCH_DRAIN();
    uint64_t end = pomp_clock();
    best = between - start < best ? between - start : best;
    drains = end - between < drains ? end - between : drains;
  }
  pomp_tree_remove(t, p);
  t->location->last = 0;
  return best > drains ? (best - drains) * 1000 / PAIRS : 0;
}

void pomp_visit_leave_out(struct pomp_thread *outer, const struct pomp_thread *member) {
  pomp_metric_leave_out(outer, member);
  pomp_trace_metrics(outer, POMP_CODE_METRICS_ASIDE, pomp_metric_aside(member));
}

/* Tasks that the thread executes, or has executed in a team that it has not left, are left out as if they ended now. */
void pomp_visit_finish(void) {
  for (struct pomp_thread *t = pomp_tls.here; t; t = t->outer) {
    pomp_metric_read(t);
    pomp_trace_metrics(t, POMP_CODE_METRICS_END, pomp_metric_values(t));
    if (t->saved_count)
      pomp_metric_task_end(t, false);
    if (t->outer && (t->saved_count || POMP_LOAD(t->location->in_tasks)))
      pomp_visit_leave_out(t->outer, t);
  }
}
