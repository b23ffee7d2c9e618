/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* analyse.c - adds an experiment up: the times of each node; its parts do the rest.
 * Not here: regions, call paths, locations, waits (files of these names); checks of the data: what comes out of
 * experiment_parse adds up. */
#include "base/huge_pages.h"
#include "base/paged_array.h"
#include "base/two_threads.h"
#include "pomp_array.h"
#include "pomp_names.h"
#include "pomp_run.h"
#include "sums/analysis.h"
#include "sums/analysis_steps.h"
#include "sums/location_rows.h"
#include "sums/phase_places.h"
#include "sums/phase_series.h"
#include "sums/region_locations.h"

#include <stdlib.h>

/* True if some step does more with the node than to add it up. Most nodes are not so, and are spared those steps. */
static bool is_special(const struct experiment *e, const struct node *n) {
  uint32_t role = POMP_KEY_ROLE(n->key);
  return role == POMP_ROLE_BLAME || role == POMP_ROLE_TASK || role == POMP_ROLE_BARRIER || n->start || n->extra ||
         n->parent == NO_NODE || e->nodes[n->parent].location != n->location || (is_shared(role) && is_alone(e, n));
}

static bool find_special(struct analysis *a) {
  const struct experiment *e = a->experiment;
  uint32_t room = 0, locations = 0;
  a->node_is_part = huge_pages_malloc(e->node_count, sizeof *a->node_is_part);
  a->location_nodes = malloc((e->location_count + 1ull) * sizeof *a->location_nodes);
  if (!a->node_is_part || !a->location_nodes)
    return false;
  for (uint32_t i = 0; i < e->node_count; i++) {
    const struct node *n = &e->nodes[i];
    while (i >= e->location_count && locations <= n->location)
      a->location_nodes[locations++] = i;
    bool same = n->parent != NO_NODE && e->nodes[n->parent].location == n->location;
    a->node_is_part[i] = same ? pomp_run_is_part(POMP_KEY_ROLE(n->key), true, false) : experiment_is_part(e, i);
    if (!is_special(e, &e->nodes[i]))
      continue;
    if (!POMP_ARRAY_ROOM(a->special, room, a->special_count + 1ull))
      return false;
    a->special[a->special_count++] = i;
  }
  while (locations <= e->location_count)
    a->location_nodes[locations++] = e->node_count;
  return true;
}

/* The waiting of lock routines is what was charged for it, to holders and to nobody; it is there already. */
static void add_waiting(const struct experiment *e, const struct node *n, struct node_times *t) {
  uint32_t role = POMP_KEY_ROLE(n->key);
  if (pomp_role_is(role, POMP_IS_WAITING))
    t->wait = t->exclusive;
  else if (role == POMP_ROLE_LOCK && n->start && n->start != POMP_SUSPENDED && e->locations[n->location].wants)
    t->wait = plus(t->wait, experiment_ns(e, experiment_extra(e, n)->open)); /* it waits still */
  else if (role != POMP_ROLE_LOCK)
    t->wait = pomp_role_wait(role) == POMP_WAIT_BLOCKED ? experiment_ns(e, n->wait) : 0;
  /* A thread that was in an event when the measurement ended may have counted waiting that went on after the end. */
  if (n->start && role != POMP_ROLE_LOCK && t->wait > t->exclusive)
    t->wait = t->exclusive;
}

/* Adds up the time in tasks by location. Tasks take nothing from what they interrupt, but the life of a thread includes
 * the tasks that it executes: so their time is taken out of it. The tasks of a team's member 0 count for the location
 * that the thread comes from. */
static bool add_up_tasks(const struct analysis *a, uint64_t *tasks) {
  const struct experiment *e = a->experiment;
  uint32_t *first = malloc(e->location_count * sizeof *first);
  if (!first)
    return false;
  locations_first(e, first);
  for (uint32_t k = 0; k < a->special_count; k++) {
    const struct node *n = &e->nodes[a->special[k]];
    uint64_t *sum = &tasks[first[n->location]];
    if (POMP_KEY_ROLE(n->key) == POMP_ROLE_TASK)
      *sum = plus(*sum, experiment_ns(e, n->inclusive));
  }
  free(first);
  return true;
}

/* Computes the totals of each node. Exclusive time is inclusive time less that of the children that are parts of it.
 * A reader of a running or killed experiment may see a child's last visit and not yet that of the parent, which then
 * lasted at least as long. Ticks become ns before the difference is taken: rounding down keeps it from being
 * negative, and all sums exact. */
static void add_up_nodes(struct analysis *a, const uint64_t *tasks) {
  const struct experiment *e = a->experiment;
  for (uint32_t i = e->node_count; i-- > 0;) {
    const struct node *n = &e->nodes[i];
    struct node_times *t = &a->nodes[i];
    uint64_t children = t->exclusive;
    t->inclusive = n->parent != NO_NODE || root_has_time(e, n) ? experiment_ns(e, n->inclusive) : 0;
    if (n->parent == NO_NODE)
      t->inclusive = pomp_run_root(t->inclusive, tasks[n->location]);
    t->inclusive = pomp_run_inclusive(t->inclusive, children);
    t->exclusive = t->inclusive - children;
    add_waiting(e, n, t);
    if (a->node_is_part[i]) /* until its turn comes: the sum of its children */
      a->nodes[n->parent].exclusive = plus(a->nodes[n->parent].exclusive, t->inclusive);
  }
}

/* Adds up the waits that were charged. A visit that waited is charged to several if several have held the lock
 * during that time, and to nobody in any case: those are the visits that waited. Files that are older charge a visit
 * once, and nobody never. A thread that was charging a visit when the measurement ended may not have come to nobody. */
static void add_up_charges(struct analysis *a) {
  const struct experiment *e = a->experiment;
  bool to_nobody = false;
  for (uint32_t k = 0; k < a->special_count && !to_nobody; k++)
    to_nobody = is_blame_of_nobody(&e->nodes[a->special[k]]);
  for (uint32_t k = 0; k < a->special_count; k++) {
    const struct node *n = &e->nodes[a->special[k]];
    if (!is_blame(n))
      continue;
    struct node_times *waiting = &a->nodes[n->parent];
    waiting->wait = plus(waiting->wait, experiment_ns(e, n->inclusive));
    if (!to_nobody || is_blame_of_nobody(n))
      waiting->contended += n->visits;
  }
}

static bool add_up_times(struct analysis *a) {
  const struct experiment *e = a->experiment;
  uint64_t *tasks = calloc(e->location_count, sizeof *tasks);
  bool good = tasks && find_special(a) && add_up_tasks(a, tasks);
  if (good) {
    add_up_charges(a);
    add_up_nodes(a, tasks);
  }
  free(tasks);
  return good && metrics_of_nodes(a);
}

/* Independent steps are done at the same time, each by a thread. */
struct steps {
  struct analysis *a;
  bool good[2];
};

static void step_times(void *context) {
  struct steps *s = context;
  s->good[0] = add_up_times(s->a);
}
static void step_paths(void *context) {
  struct steps *s = context;
  s->good[1] = paths_find(s->a);
}
static void step_idle(void *context) {
  struct steps *s = context;
  s->good[0] = idle_find(s->a);
}
static void step_rest(void *context) {
  struct steps *s = context;
  struct analysis *a = s->a;
  s->good[1] = metrics_of_locations(a) && waits_find(a) && balance_find(a) && open_visits_find(a) && now_find(a) &&
               distributions_find(a) && scheduling_find(a) && loops_find(a) && sampled_find(a);
}

bool analyse(struct analysis *a, const struct experiment *e) {
  struct steps s = {.a = a};
  *a = (struct analysis){.experiment = e};
  a->nodes = huge_pages_calloc(e->node_count, sizeof *a->nodes);
  a->node_path = huge_pages_malloc(e->node_count, sizeof *a->node_path);
  a->path_nodes = huge_pages_malloc(e->node_count, sizeof *a->path_nodes);
  if (!a->nodes || !a->node_path || !a->path_nodes)
    return false;
  two_threads_both(e->node_count, step_times, step_paths, &s);
  if (!s.good[0] || !s.good[1] || !paths_add_up(a) || !regions_add_up(a) || !locations_add_up(a))
    return false;
  two_threads_both(e->node_count, step_idle, step_rest, &s);
  return s.good[0] && s.good[1] && series_find(a) && series_find_places(a);
}

void analysis_free(struct analysis *a) {
  series_free(a);
  free(a->regions);
  free(a->keys);
  free(a->by_key);
  shares_free(a->shares);
  location_rows_free(a->location_rows);
  region_locations_free(a->region_locations);
  free(a->paths);
  paged_free(a->processes);
  paged_free(a->locations);
  paged_free(a->location_order);
  paged_free(a->forks);
  free(a->idle);
  free(a->blames);
  free(a->pairs);
  free(a->open_visits);
  free(a->awaited);
  free(a->cycle);
  free(a->now);
  free(a->now_groups);
  free(a->distributions);
  free(a->latest);
  free(a->mpi_waits);
  free(a->mpi_doings);
  free(a->mpi_sizes);
  free(a->nodes);
  free(a->node_path);
  free(a->path_nodes);
  free(a->region_paths);
  free(a->location_nodes);
  free(a->node_is_part);
  free(a->special);
  free(a->barriers);
  free(a->outermost);
  sampled_free(a->sampled);
  for (int i = 0; i < METRIC_KINDS; i++)
    paged_free(a->sums[i]);
}
