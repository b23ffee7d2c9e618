/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* locations.c - locations in the tree of teams: their order, names and sums; and the sums of the whole.
 * Not here: regions on each location (regions.c), what measuring has cost (measuring_cost.c). */
#include "base/paged_array.h"
#include "pomp_run.h"
#include "sums/analysis_steps.h"
#include "sums/forks.h"
#include "sums/measuring_cost.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- where the teams of a location were forked --- */

static int by_fork(const void *x, const void *y) {
  const struct fork *a = x, *b = y;
  if (a->location != b->location)
    return a->location < b->location ? -1 : 1;
  return a->region < b->region ? -1 : a->region > b->region;
}

static int by_fork_time(const void *x, const void *y) {
  const struct fork *a = x, *b = y;
  if (a->location != b->location)
    return a->location < b->location ? -1 : 1;
  return a->time != b->time ? (a->time < b->time ? 1 : -1) : by_fork(x, y);
}

void locations_list_forks(struct analysis *a) {
  for (uint32_t i = 0, next; i < a->fork_count; i = next) {
    struct location_totals *l = &a->locations[a->forks[i].location];
    for (next = i + 1; next < a->fork_count && a->forks[next].location == a->forks[i].location;)
      next++;
    qsort(&a->forks[i], next - i, sizeof *a->forks, by_fork_time);
    l->first_fork = i;
    l->forks = next - i;
    paged_leave(sizeof *l + (next - i) * sizeof *a->forks);
  }
}

void locations_leave(const struct analysis *a, uint32_t process) {
  const struct experiment *e = a->experiment;
  const size_t each = sizeof *e->locations + sizeof *a->locations + e->metric_count * sizeof *a->sums[OF_LOCATIONS];
  paged_leave(sizeof *e->processes + sizeof *a->processes + each * e->processes[process].location_count);
}

static bool find_forks(struct analysis *a) {
  const struct experiment *e = a->experiment;
  uint32_t count = 0;
  a->forks = malloc((a->special_count + 1ull) * sizeof *a->forks);
  if (!a->forks)
    return false;
  for (uint32_t k = 0; k < a->special_count; k++) {
    uint32_t i = a->special[k];
    const struct node *n = &e->nodes[i];
    if (n->parent == NO_NODE || e->locations[n->location].parent == NO_LOCATION || e->nodes[n->parent].key == 0 ||
        e->nodes[n->parent].location == n->location || POMP_KEY_ROLE(n->key) == POMP_ROLE_TASK)
      continue;
    uint32_t region = a->paths[a->node_path[n->parent]].region;
    a->forks[count++] = (struct fork){n->location, region, a->nodes[i].inclusive};
  }
  qsort(a->forks, count, sizeof *a->forks, by_fork);
  for (uint32_t i = 0; i < count; i++) {
    struct fork *last = a->fork_count ? &a->forks[a->fork_count - 1] : NULL;
    if (last && by_fork(last, &a->forks[i]) == 0)
      last->time = plus(last->time, a->forks[i].time);
    else
      a->forks[a->fork_count++] = a->forks[i];
  }
  locations_list_forks(a);
  return true;
}

/* --- order and names --- */

static const struct location *sorted_locations;
static int by_parent(const void *x, const void *y) {
  uint32_t i = *(const uint32_t *)x, j = *(const uint32_t *)y;
  const struct location *a = &sorted_locations[i], *b = &sorted_locations[j];
  if (a->parent != b->parent)
    return a->parent < b->parent ? -1 : 1;
  if (a->parent != NO_LOCATION && a->thread_num != b->thread_num)
    return a->thread_num < b->thread_num ? -1 : 1;
  return i < j ? -1 : i > j;
}

/* Finds the order of the locations of a process; `links` has room for three numbers for each of them. */
static void order_process(struct analysis *a, const struct process *p, uint32_t *links) {
  const struct experiment *e = a->experiment;
  const uint32_t count = p->location_count, begin = p->first_location;
  uint32_t *order = links, *child = links + count, *sibling = links + 2ull * count, *to = a->location_order + begin;
  uint32_t top = NO_LOCATION, numbered = 0;
  memset(child, 0xff, 2ull * count * sizeof *child); /* NO_LOCATION */
  for (uint32_t i = 0; i < count; i++) {
    order[i] = begin + i;
    if (e->locations[begin + i].parent == NO_LOCATION)
      a->locations[begin + i].number = numbered++;
  }
  qsort(order, count, sizeof *order, by_parent);
  for (uint32_t i = count; i-- > 0;) {
    uint32_t parent = e->locations[order[i]].parent;
    uint32_t *first = parent == NO_LOCATION ? &top : &child[parent - begin];
    sibling[order[i] - begin] = *first;
    *first = order[i];
  }
  for (uint32_t at = top; at != NO_LOCATION;) {
    *to++ = at;
    if (child[at - begin] != NO_LOCATION) {
      at = child[at - begin];
      continue;
    }
    while (at != NO_LOCATION && sibling[at - begin] == NO_LOCATION)
      at = e->locations[at].parent;
    at = at == NO_LOCATION ? NO_LOCATION : sibling[at - begin];
  }
}

/* Teams are within a process, so the order goes process by process. */
bool locations_find_order(struct analysis *a) {
  const struct experiment *e = a->experiment;
  uint32_t most = 0;
  for (uint32_t i = 0; i < e->process_count; i++)
    most = e->processes[i].location_count > most ? e->processes[i].location_count : most;
  uint32_t *links = malloc((3ull * most + 1) * sizeof *links);
  a->location_order = experiment_by_location(e, sizeof *a->location_order);
  sorted_locations = e->locations;
  for (uint32_t i = 0; links && a->location_order && i < e->process_count; i++) {
    order_process(a, &e->processes[i], links);
    locations_leave(a, i);
  }
  free(links);
  return links && a->location_order;
}

#define SHOWN_LEVELS 32

void analysis_location_name(const struct analysis *a, uint32_t location, const char *arrow, char *text, size_t size) {
  const struct location *locations = a->experiment->locations;
  uint32_t members[SHOWN_LEVELS], count = 0;
  paged_leave(2 * PAGED_ONE);
  for (; locations[location].parent != NO_LOCATION && count < SHOWN_LEVELS; location = locations[location].parent)
    members[count++] = location;
  const struct process *p = &a->experiment->processes[locations[location].process];
  size_t at = 0;
  int n = p->header.ranks ? snprintf(text, size, "%u:", p->header.rank) : 0;
  at += n > 0 ? (size_t)n : 0;
  n = locations[location].parent == NO_LOCATION ? snprintf(text + at, size - at, "%u", a->locations[location].number)
                                                : snprintf(text + at, size - at, "...");
  at += n > 0 ? (size_t)n : 0;
  while (count-- > 0 && at < size) {
    const struct location *l = &locations[members[count]];
    n = snprintf(text + at, size - at, "%s%s%u", arrow, l->flags & POMP_LOCATION_LEAGUE ? "t" : "", l->thread_num);
    at += n > 0 ? (size_t)n : 0;
  }
}

const char *analysis_location_kind(const struct analysis *a, uint32_t location) {
  const struct location *l = &a->experiment->locations[location];
  return l->flags & POMP_LOCATION_LEAGUE   ? "league"
         : l->parent != NO_LOCATION        ? "member"
         : l->flags & POMP_LOCATION_HELPER ? "helper"
         : l->flags & POMP_LOCATION_WORKER ? "worker"
                                           : "initial";
}

/* --- sums --- */

static void add_up_nodes(struct analysis *a) {
  const struct experiment *e = a->experiment;
  for (uint32_t i = 0; i < e->node_count; i++) {
    const struct node *n = &e->nodes[i];
    struct location_totals *l = &a->locations[n->location];
    const struct node_times *t = &a->nodes[i];
    if (n->parent == NO_NODE) {
      l->lifetime = e->locations[n->location].parent == NO_LOCATION ? experiment_ns(e, n->inclusive) : 0;
      l->outside = t->exclusive;
    } else if (!is_blame(n))
      location_add(e, l, n, t);
  }
}

/* Returns how long the threads lived that had an initial location. The first thread is there from the begin on, also
 * where only a part of the run was traced; older files don't say how many threads are of the OpenMP runtime, so that
 * there all count for the whole run. */
static uint64_t lived(const struct analysis *a, uint32_t location) {
  const struct location *l = &a->experiment->locations[location];
  const struct process *p = &a->experiment->processes[l->process];
  bool is_first = location == p->first_location && l->state != POMP_LOCATION_ENDED;
  return is_first || !p->header.workers ? a->processes[l->process].wall : a->locations[location].lifetime;
}

/* Returns how long the location's thread counts. */
static uint64_t counts_for(const struct analysis *a, uint32_t location) {
  const struct experiment *e = a->experiment;
  if (e->locations[location].flags & POMP_LOCATION_HELPER)
    return a->locations[location].in_regions;
  return forks_is_initial(e, location) ? lived(a, location) : a->processes[e->locations[location].process].wall;
}

/* Computes each location's idle time: the time that its thread counts for, less its busy time. Member 0 of a team is
 * its parent's thread, so the parent's idle time covers both. */
static bool find_idle(struct analysis *a) {
  const struct experiment *e = a->experiment;
  uint64_t *busy = calloc(e->location_count, sizeof *busy);
  if (!busy)
    return false;
  for (uint32_t i = e->location_count; i-- > 0;) { /* members follow their parents */
    const struct location *l = &e->locations[i];
    struct location_totals *t = &a->locations[i];
    busy[i] = plus(busy[i], plus(t->in_regions, t->outside));
    if (l->parent != NO_LOCATION && l->thread_num == 0)
      busy[l->parent] = plus(busy[l->parent], busy[i]);
    else
      t->idle = pomp_run_idle(counts_for(a, i), busy[i]);
  }
  free(busy);
  return true;
}

static void add_up_process(struct analysis *a, uint32_t process) {
  const struct experiment *e = a->experiment;
  const struct process *p = &e->processes[process];
  struct process_totals *t = &a->processes[process];
  t->wall = process_wall(p);
  t->threads = process_threads(p);
  for (uint32_t i = p->first_location; i < p->first_location + p->location_count; i++) {
    struct location_totals *l = &a->locations[i];
    t->lives = plus(t->lives, forks_is_initial(e, i) ? lived(a, i) : 0);
    t->helped = plus(t->helped, e->locations[i].flags & POMP_LOCATION_HELPER ? l->in_regions : 0);
    t->in_regions = plus(t->in_regions, l->in_regions);
    t->outside = plus(t->outside, l->outside);
    t->waiting = plus(t->waiting, l->wait);
    t->mpi = plus(t->mpi, l->mpi);
    t->visits += l->visits;
    a->open += l->open;
    a->repaired += e->locations[i].repaired;
    a->ignored += e->locations[i].ignored;
  }
  a->ignored += p->header.ignored;
  a->lost += p->header.lost;
  a->forked += p->header.forked;
  a->filtered = p->header.filtered > a->filtered ? p->header.filtered : a->filtered;
  uint32_t missing = pomp_run_missing_barriers(&p->header, p->location_count);
  a->missing_barriers = missing > a->missing_barriers ? missing : a->missing_barriers;
  t->allocation = pomp_run_allocation(&p->header, p->location_count, t->wall, t->lives);
  t->come_and_go = t->allocation != t->wall * t->threads;
  t->allocation = plus(t->allocation, t->helped);
  uint64_t busy = plus(t->in_regions, t->outside);
  t->idle = pomp_run_idle(t->allocation, busy);
  t->excess = pomp_run_idle(busy, t->allocation);
  locations_leave(a, process);
}

void locations_add_up_all(struct analysis *a) {
  struct process_totals *to = &a->all;
  for (uint32_t i = 0; i < a->experiment->construct_count; i++)
    a->left_out += a->experiment->constructs[i].is_left_out;
  for (uint32_t i = 0; i < a->experiment->process_count; i++) {
    add_up_process(a, i);
    const struct process_totals *from = &a->processes[i];
    to->come_and_go |= from->come_and_go;
#define FIGURES_DO ADD
#define FIGURES_OF_PROCESS_TOTALS
#include "files/figures.def"
  }
}

bool locations_room(struct analysis *a) {
  const struct experiment *e = a->experiment;
  a->locations = experiment_by_location(e, sizeof *a->locations);
  a->processes = paged_calloc(e->process_count, sizeof *a->processes);
  return a->locations && a->processes;
}

bool locations_add_up(struct analysis *a) {
  if (!locations_room(a) || !locations_find_order(a) || !find_forks(a))
    return false;
  add_up_nodes(a);
  locations_add_up_all(a);
  return measuring_find(a) && find_idle(a);
}
