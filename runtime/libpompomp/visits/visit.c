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

/* It is what pomp_pair_cost measures with: a pair of events of a region that only it has. */
struct trial {
  struct pomp_thread *t;
  uint32_t key;
  struct pomp_node *node;
  uint64_t updated;
};
enum { TRIAL_PAIRS = 32 };
enum between { NOTHING, ALL_IS_DONE, AN_UPDATE };

static inline void do_between(struct trial *x, enum between between) {
  if (between == ALL_IS_DONE)
    POMP_ARCH_DRAIN();
  else if (between == AN_UPDATE)
    __atomic_fetch_add(&x->updated, 1, __ATOMIC_SEQ_CST);
}

/* Returns the ticks that the pairs take; `between` is done twice for each, or once if it is an update. */
static inline __attribute__((always_inline)) uint64_t pairs_take(struct trial *x, enum between between) {
  struct pomp_thread *t = x->t;
  const uint64_t start = pomp_clock();
  for (int i = 0; i < TRIAL_PAIRS; i++) {
    if (between == ALL_IS_DONE)
      do_between(x, between);
    struct pomp_path *child = pomp_child_of(t, t->current, x->key, POMP_ROLE_USER, &x->node);
    pomp_visit_begin(t, child, x->node, pomp_clock());
    pomp_metric_enter(t, child, true);
    do_between(x, between);
    uint64_t now = pomp_now(t);
    pomp_metric_stop(t, child);
    pomp_visit_end(t, t->current, now);
  }
  return pomp_clock() - start;
}

static inline __attribute__((always_inline)) uint64_t betweens_take(struct trial *x, enum between between, int count) {
  const uint64_t start = pomp_clock();
  for (int i = 0; i < count; i++)
    do_between(x, between);
  return pomp_clock() - start;
}

struct least {
  uint64_t pairs, alone;
};
static void note_least(struct least *l, uint64_t pairs, uint64_t alone) {
  l->pairs = pairs < l->pairs ? pairs : l->pairs;
  l->alone = alone < l->alone ? alone : l->alone;
}

static uint64_t ticks_of_1000(struct least l) {
  return l.pairs > l.alone ? (l.pairs - l.alone) * 1000 / TRIAL_PAIRS : 0;
}

/* The three differ by processor (pomp_cost.h): in a loop of nothing but events, some take no longer than for two
 * readings of the clock, as they look for call paths while they read it; the code of programs, of which they execute
 * as much at the same time as they can, leaves less room for that. */
struct pomp_pair_costs pomp_pair_cost(struct pomp_thread *t) {
  enum { ROUNDS = 8 };
  struct ompregdescr d = {.name = ""};
  d.data[0] = (void *)(uintptr_t)POMP_MAX_CONSTRUCTS;
  int error;
  struct trial x = {.t = t, .key = pomp_key(&d, POMP_ROLE_USER)};
  struct pomp_path *p = pomp_child_new(t, x.key, &error);
  if (!p)
    return (struct pomp_pair_costs){0};
  x.node = pomp_node_of(p);
  struct least apart = {UINT64_MAX, UINT64_MAX}, in_row = {UINT64_MAX, 0}, around = apart;
  for (int round = 0; round < ROUNDS; round++) {
    note_least(&apart, pairs_take(&x, ALL_IS_DONE), betweens_take(&x, ALL_IS_DONE, 2 * TRIAL_PAIRS));
    note_least(&in_row, pairs_take(&x, NOTHING), 0);
    note_least(&around, pairs_take(&x, AN_UPDATE), betweens_take(&x, AN_UPDATE, TRIAL_PAIRS));
  }
  pomp_tree_remove(t, p);
  t->location->last = 0;
  return (struct pomp_pair_costs){ticks_of_1000(apart), ticks_of_1000(in_row), ticks_of_1000(around)};
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
