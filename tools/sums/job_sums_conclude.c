/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* job_sums_conclude.c - makes the analysis of the whole of what those of processes add up to, by the steps that
 * make it of call paths. Not here: how they are added (job_sums.c). */
#include "sums/job_sums_internal.h"
#include "sums/measuring_cost.h"

#include <stdlib.h>
#include <string.h>

/* --- call paths --- */

static void give_path(const struct job_sums *m, uint32_t from, uint32_t to) {
  struct path *p = &m->a->paths[to];
  const struct rank_path *s = &m->of_paths[from];
  const uint32_t width = m->e->metric_count;
  p->nodes = s->nodes;
  p->totals = s->totals;
  p->totals.contended = s->contended[m->to_nobody];
  metrics_give(m->a, &p->totals, OF_PATHS, to);
  if (width)
    memcpy(p->totals.metrics, m->path_metrics + (size_t)from * width, width * sizeof *p->totals.metrics);
  p->once = m->in_order && s->once;
  p->inclusive = spread_of(&s->inclusive, s->nodes);
  p->exclusive = spread_of(&s->exclusive, s->nodes);
  p->wait = spread_of(&s->wait, s->nodes);
  p->teams_known = p->once && s->teams_known;
  p->teams = s->teams;
  p->teams_max = s->teams_max;
  p->teams_mean = s->teams_mean;
}

/* Makes the call paths, in the order in which those of the whole would have been found; `place` becomes the new number
 * of each. */
static bool give_paths(struct job_sums *m, uint32_t *place) {
  struct analysis *a = m->a;
  uint64_t *first = malloc((a->path_count + 1ull) * sizeof *first);
  for (uint32_t i = 0; first && i < a->path_count; i++)
    first[i] = m->of_paths[i].first[m->in_order ? ORDER_LOCATIONS : ORDER_LEVELS];
  const bool good = first && path_table_sort(&m->paths, first, place) && path_table_give_regions(&m->paths) &&
                    metrics_room(a, OF_PATHS, a->path_count);
  free(first);
  for (uint32_t i = 0; good && i < a->path_count; i++)
    give_path(m, i, place[i]);
  return good && paths_link(a);
}

/* --- regions --- */

static void give_region(const struct job_sums *m, struct region *r) {
  const uint32_t number = region_locations_find(m->region_locations, r->key), width = m->e->metric_count;
  const struct rank_region *s = &m->of_regions[number];
  r->shares = s->shares;
  r->totals.inclusive = s->all;
  r->inclusive = spread_of(&s->inclusive, s->shares);
  r->exclusive = spread_of(&s->exclusive, s->shares);
  r->wait = spread_of(&s->wait, s->shares);
  r->measuring_sum = s->measuring_sum;
  r->excluded_sum = s->excluded_sum;
  r->cpu = s->cpu;
  r->loop = s->loop;
  r->balance.teams = s->teams;
  for (uint32_t k = 0; k < width; k++)
    r->totals.metrics[k].inclusive = m->region_metrics[(size_t)number * width + k];
}

static bool give_regions(struct job_sums *m) {
  struct analysis *a = m->a;
  if (!regions_list_paths(a))
    return false;
  for (uint32_t i = 0; i < a->region_count; i++)
    give_region(m, &a->regions[i]);
  return regions_sort(a);
}

static bool give_balance(struct job_sums *m, const uint32_t *regions) {
  struct analysis *a = m->a;
  struct balance_sums *sums = calloc(a->region_count + 1ull, sizeof *sums);
  if (!job_sums_cut_latest(m)) {
    free(sums);
    return false;
  }
  for (uint32_t i = 0; sums && i < m->region_count; i++)
    sums[regions[i]] = m->of_regions[i].balance;
  for (uint32_t i = 0; sums && i < a->latest_count; i++)
    a->latest[i].region = regions[a->latest[i].region];
  if (sums)
    balance_take(a, sums);
  for (uint32_t i = 0; i < m->region_count; i++) {
    struct balance *b = &a->regions[regions[i]].balance;
    if (!b->known || b->by_instances)
      continue;
    b->max = m->of_regions[i].teams_max;
    b->means = m->of_regions[i].teams_means;
    b->mean = exact_ns(b->means);
  }
  free(sums);
  return sums != NULL;
}

static bool give_distributions(const struct job_sums *m, const uint32_t *regions) {
  struct analysis *a = m->a;
  if (!m->has_distributions)
    return true;
  a->distributions = calloc(a->region_count + 1ull, sizeof *a->distributions);
  for (uint32_t i = 0; a->distributions && i < m->region_count; i++)
    a->distributions[regions[i]] = m->distributions[i];
  if (a->distributions)
    distributions_conclude(a);
  return a->distributions != NULL;
}

static bool give_waits(const struct job_sums *m, const uint32_t *place) {
  struct analysis *a = m->a;
  a->blame_count = waits_cut(a->blames, a->blame_count, BLAMES_MOST);
  a->pairs = calloc(a->blame_count + 1ull, sizeof *a->pairs);
  if (!a->pairs)
    return false;
  for (uint32_t i = 0; i < a->blame_count; i++)
    a->blames[i].path = place[a->blames[i].path];
  waits_take(a);
  return true;
}

/* --- the whole --- */

/* Regions of forks and of idle time are named by what they are in the end. */
static void give_lists(struct job_sums *m, const uint32_t *regions) {
  struct analysis *a = m->a;
  for (uint32_t i = 0; i < a->fork_count; i++)
    a->forks[i].region = regions[a->forks[i].region];
  for (uint32_t i = 0; i < a->idle_count; i++)
    if (a->idle[i].region != NO_REGION)
      a->idle[i].region = regions[a->idle[i].region];
  locations_list_forks(a);
  idle_sort(a);
}

static bool conclude(struct job_sums *m, uint32_t *place, uint32_t *regions) {
  struct analysis *a = m->a;
  if (!give_paths(m, place) || !give_regions(m) || !locations_find_order(a))
    return false;
  for (uint32_t i = 0; i < m->region_count; i++)
    regions[i] = analysis_region(a, m->of_regions[i].key);
  give_lists(m, regions);
  locations_add_up_all(a);
  measuring_conclude(a);
  a->region_locations = m->region_locations;
  const bool good = give_balance(m, regions) && give_distributions(m, regions) && give_waits(m, place) &&
                    job_sums_samples_conclude(m, place, regions) && job_sums_open_conclude(m, place) &&
                    scheduling_find(a) && location_rows_conclude(m, place, regions) &&
                    job_sums_phases_conclude(m, place);
  m->region_locations = NULL;
  return good;
}

bool job_sums_conclude(struct job_sums *m) {
  uint32_t *place = calloc(m->path_count + 1ull, sizeof *place);
  uint32_t *regions = calloc(m->region_count + 1ull, sizeof *regions);
  const bool good = place && regions && m->path_count && conclude(m, place, regions);
  free(place);
  free(regions);
  return good;
}
