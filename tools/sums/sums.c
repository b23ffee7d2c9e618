/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sums.c - begins and ends the sums over all locations, and makes an analysis of them.
 * Not here: how a location is added (sums_location.c). */
#include "base/paged_array.h"
#include "pomp_run.h"
#include "sums/sums_state.h"

#include <stdlib.h>

/* --- records --- */

/* Finds a node that a record belongs to, and its path. */
static bool find_node(struct sums *s, uint32_t node, struct node_above *n, uint32_t *path) {
  *path = known_path(&s->known, node);
  return *path != NO_PATH && *path < s->summed_count && experiment_above(s->reader, node, n);
}

static bool take_cpu(void *context, uint32_t node, const struct cpu_time *cpu) {
  struct sums *s = context;
  struct node_above n;
  uint32_t path;
  if (!find_node(s, node, &n, &path) || POMP_KEY_ROLE(n.key) != POMP_ROLE_TEAM)
    return false;
  const struct unit_costs unit = measuring_units(&s->e->processes[s->e->locations[n.location].process]);
  const double cost = pomp_run_measuring(0, 0, unit.cpu, (double)cpu->visits);
  s->rarely[path].measuring += cost;
  s->rarely[path].excluded += cost;
  team_cpu_add(&s->rarely[path].cpu, &s->e->processes[s->e->locations[n.location].process], cpu);
  return true;
}

static bool take_messages(void *context, uint32_t node, const struct messages *m) {
  struct sums *s = context;
  struct node_above n;
  uint32_t path;
  if (!find_node(s, node, &n, &path) || !pomp_role_has_messages(POMP_KEY_ROLE(n.key)))
    return false;
  messages_add(&s->rarely[path].messages, m);
  return true;
}

static bool take_off_time(void *context, uint32_t node, const struct off_time *t) {
  struct sums *s = context;
  struct node_above n;
  uint32_t path;
  if (!find_node(s, node, &n, &path))
    return false;
  s->rarely[path].pushed_off = plus(s->rarely[path].pushed_off, t->pushed_off);
  s->rarely[path].asleep = plus(s->rarely[path].asleep, t->asleep);
  return true;
}

/* Takes the instances of a node; a barrier's instances tell which member came last. */
static bool take_instances(void *context, uint32_t node, struct instances i) {
  struct sums *s = context;
  struct node_above n;
  uint32_t path;
  if (!find_node(s, node, &n, &path))
    return false;
  const struct process *p = &s->e->processes[s->e->locations[n.location].process];
  i.max = process_ns(p, i.max);
  i.mean = process_ns(p, i.mean);
  if (POMP_KEY_ROLE(n.key) == POMP_ROLE_BARRIER)
    return true;
  if (!pomp_role_is(POMP_KEY_ROLE(n.key), POMP_IS_SHARED))
    return false;
  team_work_record(&s->work, s->rarely[path].region, n.location, &i);
  return true;
}

/* --- the whole --- */

static bool begin(void *context, const struct experiment *e, struct reader *r) {
  struct sums *s = context;
  s->a->experiment = s->e = e;
  s->reader = r;
  s->known = (struct known_paths){.table = &s->paths, .reader = r, .node_count = e->node_count};
  s->tasks = experiment_by_location(e, sizeof *s->tasks);
  s->first = experiment_by_location(e, sizeof *s->first);
  s->parts_of = experiment_by_location(e, sizeof *s->parts_of);
  if (!team_work_begin(&s->work, e, s->region_locations) || !s->tasks || !s->first || !s->parts_of ||
      !locations_room(s->a))
    return false;
  locations_first(e, s->first);
  return true;
}

struct sums *sums_new(struct analysis *a, bool regions) {
  struct sums *s = calloc(1, sizeof *s);
  *a = (struct analysis){.experiment = NULL};
  if (!s || !(s->region_locations = calloc(1, sizeof *s->region_locations))) {
    free(s);
    return NULL;
  }
  s->a = s->paths.a = a;
  s->regions = regions;
  s->taker = (struct node_taker){
      s, begin, sums_take, take_cpu, take_messages, take_off_time, regions ? take_instances : NULL, false};
  return s;
}

const struct node_taker *sums_taker(const struct sums *s) { return &s->taker; }

void sums_watch(struct sums *s, sums_watcher *watcher, void *context) {
  s->watcher = watcher;
  s->watching = context;
}

/* Sorts the paths as if their nodes had been gone through from the first one to the last. */
static bool sort_paths(struct sums *s, uint32_t *place) {
  uint64_t *first = malloc((s->a->path_count + 1ull) * sizeof *first);
  for (uint32_t i = 0; first && i < s->a->path_count; i++)
    first[i] = s->summed[i].first;
  const bool good = first && path_table_sort(&s->paths, first, place);
  free(first);
  return good;
}

static void give_totals(const struct sums *s, struct path *p, uint32_t path) {
  const struct summed *from = &s->summed[path];
  const struct rarely *rarely = &s->rarely[path];
  struct region *r = &s->a->regions[p->region];
  const enum pomp_wait kind = pomp_role_wait(r->role);
  p->nodes = from->nodes;
  p->totals = (struct totals){.visits = from->visits,
                              .inclusive = from->inclusive,
                              .exclusive = from->exclusive,
                              .wait = rarely->wait,
                              .tasks = kind == POMP_WAIT_TASKS ? rarely->waited : 0,
                              .delay = kind == POMP_WAIT_DELAY ? rarely->waited : 0,
                              .held = kind == POMP_WAIT_HELD ? rarely->waited : 0,
                              .contended = rarely->contended[s->to_nobody],
                              .min = from->min,
                              .max = from->max,
                              .open = rarely->open,
                              .pushed_off = rarely->pushed_off,
                              .asleep = rarely->asleep,
                              .messages = rarely->messages};
  r->measuring += rarely->measuring;
  r->excluded += rarely->excluded;
  team_cpu_join(&r->cpu, &rarely->cpu);
}

bool sums_conclude(struct sums *s, const struct experiment *e) {
  struct analysis *a = s->a;
  a->experiment = e;
  uint32_t *place = malloc((a->path_count + 1ull) * sizeof *place);
  bool good = place && sort_paths(s, place) && path_table_give_regions(&s->paths);
  for (uint32_t i = 0; good && i < a->path_count; i++) {
    sums_settle(s, i);
    give_totals(s, &a->paths[place[i]], i);
  }
  free(place);
  if (!good || !paths_link(a) || !regions_list_paths(a))
    return false;
  if (s->regions) {
    region_locations_give(s->region_locations, a);
    team_work_give(&s->work, a);
  }
  a->region_locations = s->region_locations;
  s->region_locations = NULL;
  if (!regions_sort(a))
    return false;
  locations_add_up_all(a);
  for (uint32_t i = 0; i < a->region_count; i++)
    a->measuring += a->regions[i].measuring;
  return scheduling_find(a);
}

void sums_free(struct sums *s) {
  if (!s)
    return;
  path_table_free(&s->paths);
  team_work_free(&s->work);
  region_locations_free(s->region_locations);
  known_paths_free(&s->known);
  free(s->summed);
  free(s->rarely);
  free(s->places);
  free(s->at);
  free(s->charged);
  free(s->groups);
  paged_free(s->tasks);
  paged_free(s->first);
  paged_free(s->parts_of);
  free(s->parts);
  free(s->exclusive);
  free(s);
}
