/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* threads_now.c - what each thread of a program does, or did when the measurement ended, and which threads do the same.
 * Not here: open visits, and which thread waits for which (open_visits.c); output (now_view.c, json_now.c).
 *
 * A thread that is in no region is known by the locations that it has served last. */
#include "sums/analysis_steps.h"

#include <stdlib.h>

#define NONE UINT32_MAX

/* This is what is known while the threads are looked for. */
struct find {
  struct analysis *a;
  uint32_t *thread; /* by location: the location that its thread comes from */
  uint32_t *now;    /* by such a location: the thread's number in analysis.now, or NONE */
};

static const struct process *process_of(const struct experiment *e, uint32_t location) {
  return &e->processes[e->locations[location].process];
}

/* Returns the explicit task that a visit is in, as its node; NO_NODE if it is in none. */
static uint32_t task_of(const struct experiment *e, uint32_t node) {
  for (; node != NO_NODE && POMP_KEY_ROLE(e->nodes[node].key) != POMP_ROLE_TEAM; node = e->nodes[node].parent)
    if (POMP_KEY_ROLE(e->nodes[node].key) == POMP_ROLE_TASK)
      return node;
  return NO_NODE;
}

/* Returns the location that has created a task. */
static uint32_t creator_of(const struct experiment *e, uint32_t task) {
  const uint32_t parent = task == NO_NODE ? NO_NODE : e->nodes[task].parent;
  return parent == NO_NODE ? NO_LOCATION : e->nodes[parent].location;
}

/* --- threads that are in regions --- */

static bool is_further_in(const struct open_visit *v, const struct open_visit *than) {
  return !v->suspended || than->suspended;
}

/* The visits come by thread, from the outermost inwards. What a task has interrupted counts where the task itself has
 * no visit. */
static void find_in_regions(struct find *f) {
  struct analysis *a = f->a;
  for (uint32_t i = 0; i < a->open_count; i++) {
    const struct open_visit *v = &a->open_visits[i];
    uint32_t *now = &f->now[f->thread[v->location]];
    if (*now == NONE)
      *now = a->now_count++;
    else if (!is_further_in(v, &a->open_visits[a->now[*now].visit]))
      continue;
    const uint32_t task = task_of(a->experiment, v->node);
    a->now[*now] = (struct thread_now){.location = v->location,
                                       .visit = i,
                                       .task = task == NO_NODE ? NO_PATH : a->node_path[task],
                                       .creator = creator_of(a->experiment, task),
                                       .doing = v->waits ? DOING_WAITS : DOING_WORKS,
                                       .since = v->since,
                                       .time = v->time};
  }
}

/* --- threads that are in none --- */

static int by_os_thread(const void *x, const void *y, void *context) {
  const struct experiment *e = context;
  const uint32_t i = *(const uint32_t *)x, k = *(const uint32_t *)y;
  const struct location *a = &e->locations[i], *b = &e->locations[k];
  if (a->process != b->process)
    return a->process < b->process ? -1 : 1;
  if (a->os_thread != b->os_thread)
    return a->os_thread < b->os_thread ? -1 : 1;
  return i < k ? -1 : i > k;
}

/* True if the location stands for a thread of the program itself, and not for one that serves its teams. */
static bool is_own(const struct location *l) {
  return l->parent == NO_LOCATION && !(l->flags & (POMP_LOCATION_WORKER | POMP_LOCATION_LEAGUE));
}

/* Adds the thread that has served these locations last, if it is in no region: it is idle, or it executes code outside
 * of all regions. Threads that only serve target tasks do not belong to the program. */
static void find_outside(struct find *f, const uint32_t *locations, uint32_t count) {
  struct analysis *a = f->a;
  const struct experiment *e = a->experiment;
  uint32_t best = NONE;
  for (uint32_t i = 0; i < count; i++) {
    const struct location *l = &e->locations[locations[i]];
    if (f->now[f->thread[locations[i]]] != NONE)
      return;
    if (l->state == POMP_LOCATION_ENDED || l->flags & POMP_LOCATION_HELPER)
      continue;
    const struct location *other = best != NONE ? &e->locations[best] : NULL;
    if (!other || is_own(l) > is_own(other) || (is_own(l) == is_own(other) && l->last > other->last))
      best = locations[i];
  }
  if (best == NONE || process_of(e, best)->state == RUN_COMPLETE)
    return;
  const struct process *p = process_of(e, best);
  uint64_t begin = p->header.sync[0].tick, last = e->locations[best].last;
  last = last > begin ? last : begin;
  struct thread_now *t = &a->now[a->now_count];
  *t = (struct thread_now){.location = best,
                           .visit = NO_VISIT,
                           .task = NO_PATH,
                           .creator = NO_LOCATION,
                           .doing = is_own(&e->locations[best]) ? DOING_OUTSIDE : DOING_IDLE};
  if (last <= p->end_tick) {
    t->since = process_ns(p, last - begin);
    t->time = process_ns(p, p->end_tick - last);
  }
  a->now_count++;
}

static bool find_others(struct find *f) {
  const struct analysis *a = f->a;
  const struct experiment *e = a->experiment;
  uint32_t *order = malloc((e->location_count + 1ull) * sizeof *order);
  if (!order)
    return false;
  for (uint32_t i = 0; i < e->location_count; i++)
    order[i] = i;
  qsort_r(order, e->location_count, sizeof *order, by_os_thread, (void *)e);
  for (uint32_t i = 0, next; i < e->location_count; i = next) {
    const struct location *l = &e->locations[order[i]];
    for (next = i + 1; next < e->location_count && e->locations[order[next]].process == l->process &&
                       e->locations[order[next]].os_thread == l->os_thread;)
      next++;
    find_outside(f, order + i, next - i);
  }
  free(order);
  return true;
}

/* Returns the tick of a process's last event. */
static uint64_t last_event(const struct analysis *a, uint32_t process) {
  const struct experiment *e = a->experiment;
  const struct process *p = &e->processes[process];
  uint64_t last = p->header.sync[0].tick;
  for (uint32_t i = p->first_location; i < p->first_location + p->location_count; i++)
    last = e->locations[i].last > last ? e->locations[i].last : last;
  for (uint32_t i = 0; i < a->open_count; i++) {
    const struct open_visit *v = &a->open_visits[i];
    uint64_t start = e->nodes[v->node].start;
    if (e->locations[v->location].process == process && !v->suspended && start > last)
      last = start;
  }
  return last;
}

static void find_quiet(struct analysis *a) {
  const struct experiment *e = a->experiment;
  bool some = false;
  for (uint32_t i = 0; i < e->process_count; i++) {
    const struct process *p = &e->processes[i];
    uint64_t last = p->state != RUN_COMPLETE ? last_event(a, i) : UINT64_MAX;
    uint64_t quiet = last < p->end_tick ? process_ns(p, p->end_tick - last) : 0;
    if (p->state != RUN_COMPLETE && (!some || quiet < a->quiet))
      a->quiet = quiet;
    some |= p->state != RUN_COMPLETE;
  }
}

/* --- which of them can't go on --- */

/* Returns the thread of an open visit. */
static struct thread_now *thread_at(const struct find *f, uint32_t visit) {
  return &f->a->now[f->now[f->thread[f->a->open_visits[visit].location]]];
}

/* Finds the threads that can't go on: the threads of a cycle of waits, the threads that wait for such a thread, and so
 * on. */
static void find_stuck(struct find *f) {
  struct analysis *a = f->a;
  bool more = a->cycle_length != 0;
  for (uint32_t i = 0; i < a->cycle_length; i++) {
    struct thread_now *t = thread_at(f, a->awaited[a->cycle[i]].visit);
    t->stuck = t->in_cycle = true;
  }
  while (more) {
    more = false;
    for (uint32_t i = 0; i < a->awaited_count; i++) {
      struct awaited *w = &a->awaited[i];
      struct thread_now *waiting = thread_at(f, w->visit), *awaited = thread_at(f, w->by);
      w->stuck = awaited->stuck;
      more |= w->stuck && !waiting->stuck; /* a wait that comes earlier in the list may be for this thread */
      waiting->stuck |= w->stuck;
    }
  }
}

/* --- which of them do the same --- */

static int compare(uint64_t a, uint64_t b) { return a < b ? -1 : a > b; }

static uint32_t region_of(const struct analysis *a, uint32_t path) {
  return path == NO_PATH ? NO_REGION : a->paths[path].region;
}

static int compare_awaited(const struct analysis *a, const struct thread_now *x, const struct thread_now *y) {
  uint32_t count, other;
  if (x->visit == NO_VISIT || y->visit == NO_VISIT)
    return compare(x->visit == NO_VISIT, y->visit == NO_VISIT);
  const struct awaited *w = analysis_awaited(a, x->visit, &count), *v = analysis_awaited(a, y->visit, &other);
  int order = compare(count, other);
  for (uint32_t i = 0; !order && i < count; i++)
    order = compare(w[i].by, v[i].by);
  return order;
}

/* Orders threads that do not do the same. */
static int compare_states(const struct analysis *a, const struct thread_now *x, const struct thread_now *y) {
  int order = compare(x->doing, y->doing);
  order = order ? order : compare(x->stuck, y->stuck);
  if (!order && (x->doing == DOING_WORKS || x->doing == DOING_OUTSIDE))
    order = compare(x->kernel, y->kernel);
  if (!order && x->visit != NO_VISIT && y->visit != NO_VISIT)
    order = compare(region_of(a, a->open_visits[x->visit].path), region_of(a, a->open_visits[y->visit].path));
  order = order ? order : compare(region_of(a, x->task), region_of(a, y->task));
  order = order ? order : compare(x->creator, y->creator);
  return order ? order : compare_awaited(a, x, y);
}

/* This is the order while groups are made: the same together, in the order of the tree of teams. */
struct order {
  const struct analysis *a;
  const uint32_t *rank; /* by location */
};

static int by_state(const void *x, const void *y, void *context) {
  const struct thread_now *a = x, *b = y;
  const struct order *o = context;
  int order = compare_states(o->a, a, b);
  return order ? order : compare(o->rank[a->location], o->rank[b->location]);
}

/* Waiting threads come first, the longest wait before shorter ones. */
static int by_time(const void *x, const void *y, void *context) {
  const struct now_group *a = x, *b = y;
  const struct analysis *of = context;
  int order = compare(of->now[a->first].doing, of->now[b->first].doing);
  order = order ? order : compare(b->time, a->time);
  return order ? order : compare(a->first, b->first);
}

bool now_group(struct analysis *a) {
  const struct experiment *e = a->experiment;
  uint32_t *rank = malloc((e->location_count + 1ull) * sizeof *rank);
  struct order o = {a, rank};
  free(a->now_groups);
  a->now_group_count = 0;
  a->now_groups = malloc((a->now_count + 1ull) * sizeof *a->now_groups);
  if (!rank || !a->now_groups) {
    free(rank);
    return false;
  }
  for (uint32_t i = 0; i < e->location_count; i++)
    rank[a->location_order[i]] = i;
  qsort_r(a->now, a->now_count, sizeof *a->now, by_state, &o);
  for (uint32_t i = 0; i < a->now_count; i++) {
    const struct thread_now *t = &a->now[i];
    if (i == 0 || compare_states(a, t, t - 1) != 0)
      a->now_groups[a->now_group_count++] = (struct now_group){.first = i, .since = t->since};
    struct now_group *g = &a->now_groups[a->now_group_count - 1];
    g->count++;
    g->time = t->time > g->time ? t->time : g->time;
    g->since = t->since < g->since ? t->since : g->since;
  }
  qsort_r(a->now_groups, a->now_group_count, sizeof *a->now_groups, by_time, a);
  free(rank);
  return true;
}

bool now_find(struct analysis *a) {
  const struct experiment *e = a->experiment;
  struct find f = {.a = a,
                   .thread = malloc((e->location_count + 1ull) * sizeof *f.thread),
                   .now = malloc((e->location_count + 1ull) * sizeof *f.now)};
  a->now = calloc(2ull * e->location_count + 1, sizeof *a->now);
  bool good = f.thread && f.now && a->now;
  if (good) {
    locations_first(e, f.thread);
    for (uint32_t i = 0; i < e->location_count; i++)
      f.now[i] = NONE;
    find_in_regions(&f);
    good = find_others(&f);
  }
  if (good) {
    find_quiet(a);
    find_stuck(&f);
    good = now_group(a);
  }
  free(f.thread);
  free(f.now);
  return good;
}
