/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* idle.c - during what threads were idle: serial code of a thread, teams that were smaller than the number of threads,
 * forks after which members began late. Not here: how much idle time there is (locations.c).
 *
 * While a thread that the program started is outside of teams, it keeps one thread busy, and the others are idle. From
 * a fork to the join, all threads together have the time of the fork times their number; what the regions below the
 * fork do not have of it is idle. A part of that is the time from the fork to the members' begin, another one that of
 * the threads for which there was no place in the team. What is left of a process's idle time is told as that. */
#include "steps.h"

#include <stdlib.h>

/* It is what a fork outside of teams has of the time to its join: all that is below it is added to it. */
struct forked {
  double wall;     /* from the fork to the join */
  double busy;     /* of all threads meanwhile */
  double late;     /* of all members but those that forked, from fork to begin */
  double members;  /* the sum over the visits */
  uint32_t places; /* how many members the largest of its teams had */
};

struct idle_sums {
  struct analysis *a;
  uint32_t *top;         /* by node: the fork that it is below, or itself; NO_NODE: serial code */
  struct forked *forked; /* by node, of use where that is its own top */
  uint32_t *first;       /* by location, see locations_first */
  uint32_t *initials;    /* by process: how many threads the program started itself */
};

static bool is_initial(const struct experiment *e, uint32_t location) {
  const struct location *l = &e->locations[location];
  return l->parent == NO_LOCATION && !(l->flags & POMP_LOCATION_WORKER);
}

static bool is_fork(uint32_t role) { return role == POMP_ROLE_FORK || role == POMP_ROLE_TEAMS; }

static void add_up_forks(struct idle_sums *s) {
  const struct experiment *e = s->a->experiment;
  for (uint32_t i = 0; i < e->node_count; i++) { /* parents stand before their children */
    const struct node *n = &e->nodes[i];
    const struct totals *t = &s->a->nodes[i];
    uint32_t role = POMP_KEY_ROLE(n->key), top = n->parent == NO_NODE ? NO_NODE : s->top[n->parent];
    if (top == NO_NODE && is_fork(role) && is_initial(e, n->location))
      top = i;
    s->top[i] = top;
    if (top == NO_NODE || is_blame(n))
      continue;
    struct forked *f = &s->forked[top];
    f->busy += (double)t->exclusive;
    /* The fork's time is without the tasks that its thread executed. */
    if (top == i || (role == POMP_ROLE_TASK && s->first[n->location] == e->nodes[top].location))
      f->wall += (double)t->inclusive;
    if (role != POMP_ROLE_TEAM)
      continue;
    if (n->parent == top) {
      f->members += (double)t->visits;
      f->places++;
    }
    if (e->locations[n->location].thread_num != 0)
      f->late += (double)t->delay;
  }
}

static void add(struct analysis *a, const struct idle_time *row) {
  if (row->time)
    a->idle[a->idle_count++] = *row;
}

static void add_node(struct idle_sums *s, uint32_t i) {
  struct analysis *a = s->a;
  const struct experiment *e = a->experiment;
  const struct node *n = &e->nodes[i];
  uint32_t process = e->locations[n->location].process, top = s->top[i];
  const struct forked *f = top == NO_NODE ? NULL : &s->forked[top];
  double share = (double)a->processes[process].threads / s->initials[process], idle = 0, late = 0;
  if (is_blame(n))
    return;
  struct idle_time row = {
      .process = process, .location = n->location, .region = a->paths[a->node_path[i]].region, .kind = IDLE_SERIAL};
  if (!f) {
    if (is_initial(e, n->location) && share > 1)
      row.time = (uint64_t)((double)a->nodes[i].exclusive * (share - 1));
    add(a, &row);
    return;
  }
  if (e->processes[process].header.nesting == POMP_NESTING_UNKNOWN)
    return; /* which threads were busy below the fork is not known */
  a->idle_nested |= top != i && is_fork(POMP_KEY_ROLE(n->key)) && n->visits;
  idle = share * f->wall > f->busy ? share * f->wall - f->busy : 0;
  late = f->late < idle ? f->late : idle;
  if (top == i) {
    double size = f->members > 0 && n->visits ? f->members / (double)n->visits : 1;
    double left_out = share > size ? (share - size) * f->wall : 0;
    a->idle_at_mean |= !n->start && f->members < (double)f->places * (double)n->visits;
    row.kind = IDLE_SMALL;
    row.time = (uint64_t)(left_out < idle - late ? left_out : idle - late);
    add(a, &row);
  } else if (POMP_KEY_ROLE(n->key) == POMP_ROLE_TEAM && e->locations[n->location].thread_num != 0 && f->late > 0) {
    row.kind = IDLE_LATE;
    row.location = e->nodes[n->parent].location;
    row.region = a->paths[a->node_path[n->parent]].region;
    row.time = (uint64_t)((double)a->nodes[i].delay * (late / f->late));
    add(a, &row);
  }
}

static int by_place(const void *x, const void *y) {
  const struct idle_time *a = x, *b = y;
  if (a->process != b->process)
    return a->process < b->process ? -1 : 1;
  if (a->kind != b->kind)
    return a->kind < b->kind ? -1 : 1;
  if (a->location != b->location)
    return a->location < b->location ? -1 : 1;
  return a->region < b->region ? -1 : a->region > b->region;
}
static int by_time(const void *x, const void *y) {
  const struct idle_time *a = x, *b = y;
  return a->time != b->time ? (a->time < b->time ? 1 : -1) : by_place(x, y);
}

static void merge(struct analysis *a) {
  uint32_t count = 0;
  qsort(a->idle, a->idle_count, sizeof *a->idle, by_place);
  for (uint32_t i = 0; i < a->idle_count; i++)
    if (count && by_place(&a->idle[count - 1], &a->idle[i]) == 0)
      a->idle[count - 1].time = plus(a->idle[count - 1].time, a->idle[i].time);
    else
      a->idle[count++] = a->idle[i];
  a->idle_count = count;
}

/* Makes the parts of each process what its idle time is: the rest is one of them. Where the threads that the program
 * started had not equal shares of the others, the parts may be too much. */
static void fit(struct analysis *a, uint64_t *sums) {
  const struct experiment *e = a->experiment;
  const uint32_t found = a->idle_count;
  for (uint32_t i = 0; i < found; i++)
    sums[a->idle[i].process] = plus(sums[a->idle[i].process], a->idle[i].time);
  for (uint32_t i = 0; i < found; i++) {
    struct idle_time *row = &a->idle[i];
    uint64_t idle = a->processes[row->process].idle, sum = sums[row->process];
    if (sum > idle)
      row->time = (uint64_t)((double)row->time * ((double)idle / (double)sum) * (1 - 1e-12));
  }
  for (uint32_t p = 0; p < e->process_count; p++)
    sums[p] = a->processes[p].idle;
  for (uint32_t i = 0; i < found; i++)
    sums[a->idle[i].process] -= a->idle[i].time;
  for (uint32_t p = 0; p < e->process_count; p++)
    add(a, &(struct idle_time){
               .kind = IDLE_OTHER, .process = p, .location = NO_LOCATION, .region = NO_REGION, .time = sums[p]});
}

bool idle_find(struct analysis *a) {
  const struct experiment *e = a->experiment;
  struct idle_sums s = {.a = a,
                        .top = malloc(e->node_count * sizeof *s.top),
                        .forked = calloc(e->node_count, sizeof *s.forked),
                        .first = malloc(e->location_count * sizeof *s.first),
                        .initials = calloc(e->process_count, sizeof *s.initials)};
  uint64_t *sums = calloc(e->process_count, sizeof *sums);
  a->idle = malloc(((size_t)e->node_count + e->process_count) * sizeof *a->idle);
  bool good = s.top && s.forked && s.first && s.initials && sums && a->idle;
  if (good) {
    locations_first(e, s.first);
    for (uint32_t i = 0; i < e->location_count; i++)
      s.initials[e->locations[i].process] += is_initial(e, i);
    for (uint32_t p = 0; p < e->process_count; p++) {
      a->idle_shared |= s.initials[p] > 1;
      s.initials[p] += s.initials[p] == 0;
    }
    add_up_forks(&s);
    for (uint32_t i = 0; i < e->node_count; i++)
      add_node(&s, i);
    merge(a);
    fit(a, sums);
    qsort(a->idle, a->idle_count, sizeof *a->idle, by_time);
  }
  free(s.top);
  free(s.forked);
  free(s.first);
  free(s.initials);
  free(sums);
  return good;
}
