/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* idle.c - during what threads were idle: serial code of a thread, teams that were smaller than the number of threads,
 * forks after which members began late. Not here: how much idle time there is (locations.c).
 *
 * While a thread that the program started is outside of teams, it keeps one thread busy, and the others are idle. From
 * a fork to the join, all threads together have the time of the fork times their number; what the regions below the
 * fork do not have of it is idle. A part of that is the time from the fork to the members' begin, another one that of
 * the threads for which there was no place in the team. What is left of a process's idle time is reported as that. */
#include "base/huge_pages.h"
#include "sums/analysis_steps.h"
#include "sums/forks.h"

#include <stdlib.h>

static void add(struct analysis *a, const struct idle_time *row) {
  if (row->time)
    a->idle[a->idle_count++] = *row;
}

/* True if the node is below a fork and forks nothing: then it is busy, or waits. Most nodes are so, and the role of
 * their path is nearer than their own. */
static bool is_below(const struct analysis *a, const struct forks *forks, uint32_t i) {
  uint32_t path = a->node_path[i], role = path == NO_PATH ? POMP_ROLE_BLAME : a->regions[a->paths[path].region].role;
  bool forks_some = role == POMP_ROLE_TEAM || forks_is_fork(role);
  return path == NO_PATH || (forks->top[i] != NO_NODE && forks->top[i] != i && !forks_some);
}

/* Returns what each node had itself, in ns, when its process forked its first team. NULL: not enough memory. */
static uint64_t *find_early(const struct analysis *a) {
  const struct experiment *e = a->experiment;
  uint64_t *early = huge_pages_calloc(e->node_count + 1ull, sizeof *early),
           *children = huge_pages_calloc(e->node_count + 1ull, sizeof *children);
  for (uint32_t i = early && children ? e->node_count : 0; i-- > 0;) { /* parents come before their children */
    const uint64_t all = experiment_ns(e, experiment_extra(e, &e->nodes[i])->early);
    early[i] = all > children[i] ? all - children[i] : 0;
    if (a->node_is_part[i])
      children[e->nodes[i].parent] = plus(children[e->nodes[i].parent], all);
  }
  if (!children) {
    free(early);
    early = NULL;
  }
  free(children);
  return early;
}

uint64_t analysis_asleep_outside(const struct analysis *a, uint32_t location) {
  const struct experiment *e = a->experiment;
  const struct location *l = &e->locations[location];
  const struct node_times *root = &a->nodes[location];
  const uint32_t known = e->processes[l->process].header.cpu_flags;
  const uint64_t inside = root->inclusive - root->exclusive,
                 asleep = scheduled_asleep(
                     &(struct scheduled){.lived = experiment_ns(e, l->lived), .on_cpu = l->on_cpu, .ready = l->ready}),
                 noted = experiment_ns(e, experiment_extra(e, &e->nodes[location])->off.asleep);
  const uint64_t least = known & POMP_CPU_READY && asleep > inside ? asleep - inside : 0,
                 more = noted > least ? noted : least;
  return more < root->exclusive ? more : root->exclusive;
}

/* Returns what a node had a processor for, as far as that is known: others are idle without it because of the machine.
 * A program that has one thread of its own waits for input while it sleeps outside of regions; one of several waits for
 * another one, as in pthread_join, and keeps nobody from work. */
static uint64_t own_work(const struct analysis *a, const struct forks *forks, uint32_t i) {
  const struct experiment *e = a->experiment;
  const bool waits = e->nodes[i].parent == NO_NODE && forks->initials[e->locations[e->nodes[i].location].process] > 1;
  const uint64_t off = (uint64_t)analysis_pushed_off(a, i) + (waits ? analysis_asleep_outside(a, i) : 0),
                 own = a->nodes[i].exclusive;
  return own > off ? own - off : 0;
}

static void add_node(struct analysis *a, const struct forks *forks, const uint64_t *early, uint32_t i) {
  const struct experiment *e = a->experiment;
  if (is_below(a, forks, i))
    return;
  const struct node *n = &e->nodes[i];
  uint32_t process = e->locations[n->location].process, top = forks->top[i];
  const struct forked *f = top == NO_NODE ? NULL : &forks->forked[top];
  double share = forks_share(a, process);
  struct idle_time row = {
      .process = process, .location = n->location, .region = a->paths[a->node_path[i]].region, .kind = IDLE_SERIAL};
  if (!f) {
    if (forks_is_initial(e, n->location) && share > 1)
      row.time = (uint64_t)((double)own_work(a, forks, i) * (share - 1));
    row.early = early[i] < a->nodes[i].exclusive
                    ? (uint64_t)((double)row.time * ((double)early[i] / (double)a->nodes[i].exclusive))
                    : row.time;
    add(a, &row);
    return;
  }
  if (e->processes[process].header.nesting == POMP_NESTING_UNKNOWN)
    return; /* which threads were busy below the fork is not known */
  a->idle_nested |= top != i && forks_is_fork(POMP_KEY_ROLE(n->key)) && n->visits;
  double idle = forks_idle(f, share), late = f->late < idle ? f->late : idle;
  if (top == i) {
    a->idle_at_mean |= !n->start && f->members < (double)f->places * (double)n->visits;
    row.kind = IDLE_SMALL;
    row.time = (uint64_t)forks_without_place(f, share, n->visits);
    add(a, &row);
  } else if (POMP_KEY_ROLE(n->key) == POMP_ROLE_TEAM && e->locations[n->location].thread_num != 0 && f->late > 0) {
    row.kind = IDLE_LATE;
    row.location = e->nodes[n->parent].location;
    row.region = a->paths[a->node_path[n->parent]].region;
    row.time = (uint64_t)((double)analysis_delay(e, n) * (late / f->late));
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
    if (count && by_place(&a->idle[count - 1], &a->idle[i]) == 0) {
      a->idle[count - 1].time = plus(a->idle[count - 1].time, a->idle[i].time);
      a->idle[count - 1].early = plus(a->idle[count - 1].early, a->idle[i].early);
    } else
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
    if (sum > idle) {
      row->time = (uint64_t)((double)row->time * ((double)idle / (double)sum) * (1 - 1e-12));
      row->early = (uint64_t)((double)row->early * ((double)idle / (double)sum) * (1 - 1e-12));
    }
  }
  for (uint32_t p = 0; p < e->process_count; p++)
    sums[p] = a->processes[p].idle;
  for (uint32_t i = 0; i < found; i++)
    sums[a->idle[i].process] -= a->idle[i].time;
  for (uint32_t p = 0; p < e->process_count; p++)
    add(a, &(struct idle_time){
               .kind = IDLE_OTHER, .process = p, .location = NO_LOCATION, .region = NO_REGION, .time = sums[p]});
}

void idle_sort(struct analysis *a) { qsort(a->idle, a->idle_count, sizeof *a->idle, by_time); }

bool idle_find(struct analysis *a) {
  const struct experiment *e = a->experiment;
  struct forks forks;
  uint64_t *sums = calloc(e->process_count, sizeof *sums), *early = find_early(a);
  a->idle = malloc(((size_t)e->node_count + e->process_count) * sizeof *a->idle);
  bool good = forks_find(&forks, a) && sums && a->idle && early;
  if (good) {
    for (uint32_t p = 0; p < e->process_count; p++)
      a->idle_shared |= forks.initials[p] > 1;
    for (uint32_t i = 0; i < e->node_count; i++)
      add_node(a, &forks, early, i);
    merge(a);
    fit(a, sums);
    idle_sort(a);
  }
  forks_free(&forks);
  free(sums);
  free(early);
  return good;
}
