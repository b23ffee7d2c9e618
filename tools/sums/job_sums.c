/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* job_sums.c - adds the analyses of processes up.
 * Not here: what they consist of (rank_analysis.h), the analysis that is made of it (job_sums_conclude.c). */
#include "base/paged_array.h"
#include "pomp_array.h"
#include "sums/job_sums_internal.h"

#include <stdlib.h>
#include <string.h>

struct job_sums *job_sums_begin(struct analysis *a, const struct experiment *frame) {
  struct job_sums *m = calloc(1, sizeof *m);
  *a = (struct analysis){.experiment = frame};
  if (!m)
    return NULL;
  *m = (struct job_sums){.a = a, .e = frame, .in_order = true, .paths = {.a = a}};
  m->region_locations = calloc(1, sizeof *m->region_locations);
  if (!m->region_locations || !locations_room(a) || !metrics_room(a, OF_LOCATIONS, frame->location_count)) {
    job_sums_free(m);
    return NULL;
  }
  distributions_begin(a);
  return m;
}

/* --- call paths --- */

/* Finds the call path, with room for its sums. UINT32_MAX: not enough memory. */
static uint32_t find_path(struct job_sums *m, uint32_t parent, uint32_t key) {
  const uint32_t width = m->e->metric_count, path = path_table_find(&m->paths, parent, key);
  if (path < m->path_count || path == NO_PATH)
    return path;
  if (!POMP_ARRAY_ROOM(m->of_paths, m->of_paths_room, path + 1ull) ||
      (width && !POMP_ARRAY_ROOM(m->path_metrics, m->path_metrics_room, (path + 1ull) * width)))
    return NO_PATH;
  m->path_count = path + 1;
  m->of_paths[path] = (struct rank_path){.first = {UINT64_MAX, UINT64_MAX},
                                         .totals = totals_of_nothing,
                                         .inclusive = {.min = UINT64_MAX},
                                         .exclusive = {.min = UINT64_MAX},
                                         .wait = {.min = UINT64_MAX},
                                         .once = true,
                                         .teams_known = true};
  if (width)
    memset(m->path_metrics + (size_t)path * width, 0, width * sizeof *m->path_metrics);
  return path;
}

static void add_path(const struct adding *add, struct rank_path *to, const struct rank_path *from) {
  for (int order = 0; order < ORDERS; order++) {
    const uint64_t first = (uint64_t)add->process << 32 | from->first[order];
    to->first[order] = first < to->first[order] ? first : to->first[order];
  }
  to->nodes += from->nodes;
  to->teams += from->teams;
  to->contended[0] += from->contended[0];
  to->contended[1] += from->contended[1];
  totals_add(&to->totals, &from->totals);
  spreading_join(&to->inclusive, &from->inclusive);
  spreading_join(&to->exclusive, &from->exclusive);
  spreading_join(&to->wait, &from->wait);
  to->once &= from->once;
  to->teams_known &= from->teams_known;
  to->teams_max = plus(to->teams_max, from->teams_max);
  to->teams_mean += from->teams_mean;
}

static bool add_paths(struct adding *add) {
  const uint32_t width = add->m->e->metric_count;
  for (uint32_t i = 0; i < add->head.paths; i++) {
    struct rank_path from;
    POMP_BYTES_TAKE(add->from, from);
    pomp_bytes_take(add->from, add->metrics, width * sizeof *add->metrics);
    if (add->from->failed || (from.parent == NO_PATH ? i != 0 : from.parent >= i))
      return false;
    const uint32_t path = find_path(add->m, i ? add->paths[from.parent] : NO_PATH, from.key);
    if (path == NO_PATH)
      return false;
    add->paths[i] = path;
    add_path(add, &add->m->of_paths[path], &from);
    for (uint32_t k = 0; k < width; k++) {
      struct metric_sum *to = &add->m->path_metrics[(size_t)path * width + k];
      to->inclusive = sum_of(to->inclusive, add->metrics[k].inclusive);
      to->exclusive = sum_of(to->exclusive, add->metrics[k].exclusive);
    }
  }
  return true;
}

/* --- regions --- */

/* Finds the region, with room for its sums. UINT32_MAX: not enough memory. */
static uint32_t find_region(struct job_sums *m, uint32_t key) {
  const uint32_t width = m->e->metric_count, region = region_locations_number(m->region_locations, key);
  if (region < m->region_count || region == UINT32_MAX)
    return region;
  if (!POMP_ARRAY_ROOM(m->of_regions, m->of_regions_room, region + 1ull) ||
      !POMP_ARRAY_ROOM(m->distributions, m->distributions_room, region + 1ull) ||
      (width && !POMP_ARRAY_ROOM(m->region_metrics, m->region_metrics_room, (region + 1ull) * width)))
    return UINT32_MAX;
  m->region_count = region + 1;
  m->of_regions[region] = (struct rank_region){
      .key = key, .inclusive = {.min = UINT64_MAX}, .exclusive = {.min = UINT64_MAX}, .wait = {.min = UINT64_MAX}};
  m->distributions[region] = (struct distribution){.all = 0};
  if (width)
    memset(m->region_metrics + (size_t)region * width, 0, width * sizeof *m->region_metrics);
  return region;
}

static void add_balance(struct balance_sums *to, const struct balance_sums *from) {
  to->in_teams |= from->in_teams;
  to->recorded |= from->recorded;
#define FIGURES_DO ADD
#define FIGURES_OF_BALANCE_SUMS
#include "files/figures.def"
  to->means += from->means;
}

static void add_region(struct rank_region *to, const struct rank_region *from) {
  to->shares += from->shares;
  to->teams += from->teams;
  to->all = plus(to->all, from->all);
  spreading_join(&to->inclusive, &from->inclusive);
  spreading_join(&to->exclusive, &from->exclusive);
  spreading_join(&to->wait, &from->wait);
  to->measuring_sum += from->measuring_sum;
  to->excluded_sum += from->excluded_sum;
  team_cpu_join(&to->cpu, &from->cpu);
  loop_counts_add(&to->loop, &from->loop);
  add_balance(&to->balance, &from->balance);
  to->teams_max = plus(to->teams_max, from->teams_max);
  to->teams_means += from->teams_means;
}

static bool add_regions(struct adding *add) {
  const uint32_t width = add->m->e->metric_count;
  for (uint32_t i = 0; i < add->head.regions; i++) {
    struct rank_region from;
    POMP_BYTES_TAKE(add->from, from);
    const uint32_t region = add->from->failed ? UINT32_MAX : find_region(add->m, from.key);
    if (region == UINT32_MAX)
      return false;
    add->regions[i] = region;
    add_region(&add->m->of_regions[region], &from);
    for (uint32_t k = 0; k < width; k++) {
      int64_t inclusive, *to = &add->m->region_metrics[(size_t)region * width + k];
      POMP_BYTES_TAKE(add->from, inclusive);
      *to = sum_of(*to, inclusive);
    }
  }
  return true;
}

/* --- locations, and lists --- */

static void add_locations(const struct adding *add) {
  const uint32_t width = add->m->e->metric_count;
  for (uint32_t i = 0; i < add->head.locations; i++) {
    const struct analysis *a = add->m->a;
    const uint32_t location = add->first_location + i;
    struct location_totals *to = &a->locations[location];
    POMP_BYTES_TAKE(add->from, *to);
    to->metrics = width ? a->sums[OF_LOCATIONS] + (size_t)location * width : NULL;
    if (width)
      pomp_bytes_take(add->from, to->metrics, width * sizeof *to->metrics);
  }
  locations_leave(add->m->a, add->process);
}

/* Returns the number of a region in what is added up; NO_REGION stays what it is. */
static uint32_t region_of(const struct adding *add, uint32_t region) {
  return region < add->head.regions ? add->regions[region] : NO_REGION;
}
static uint32_t location_of(const struct adding *add, uint32_t location) {
  return location == NO_LOCATION ? NO_LOCATION : add->first_location + location;
}

static bool add_forks(const struct adding *add) {
  struct analysis *a = add->m->a;
  if (!PAGED_ARRAY_ROOM(a->forks, add->m->forks_room, a->fork_count + 0ull + add->head.forks))
    return false;
  for (uint32_t i = 0; i < add->head.forks; i++) {
    struct fork *to = &a->forks[a->fork_count++];
    POMP_BYTES_TAKE(add->from, *to);
    to->location = location_of(add, to->location);
    to->region = region_of(add, to->region);
    if (to->region == NO_REGION)
      return false;
  }
  return true;
}

static bool add_idle(const struct adding *add) {
  struct analysis *a = add->m->a;
  if (!POMP_ARRAY_ROOM(a->idle, add->m->idle_room, a->idle_count + 0ull + add->head.idle))
    return false;
  for (uint32_t i = 0; i < add->head.idle; i++) {
    struct idle_time *to = &a->idle[a->idle_count++];
    POMP_BYTES_TAKE(add->from, *to);
    to->process = add->process;
    to->location = location_of(add, to->location);
    to->region = region_of(add, to->region);
  }
  return true;
}

bool job_sums_cut_latest(struct job_sums *m) {
  wide *waited = calloc(m->region_count + 1ull, sizeof *waited);
  if (!waited)
    return false;
  m->a->latest_count = balance_cut_latest(m->a->latest, m->a->latest_count, LATEST_MOST, waited);
  for (uint32_t i = 0; i < m->region_count; i++)
    m->of_regions[i].balance.waited += waited[i];
  free(waited);
  m->latest_most = m->a->latest_count < UINT32_MAX / 4 ? 2 * m->a->latest_count : UINT32_MAX;
  return true;
}

static bool add_latest(const struct adding *add) {
  enum { FEW = 1 << 15 };
  struct job_sums *m = add->m;
  struct analysis *a = m->a;
  if (!POMP_ARRAY_ROOM(a->latest, m->latest_room, a->latest_count + 0ull + add->head.latest))
    return false;
  for (uint32_t i = 0; i < add->head.latest; i++) {
    struct latest *to = &a->latest[a->latest_count++];
    POMP_BYTES_TAKE(add->from, *to);
    to->location = location_of(add, to->location);
    to->region = region_of(add, to->region);
    if (to->region == NO_REGION)
      return false;
  }
  return (a->latest_count < FEW || a->latest_count < m->latest_most) || job_sums_cut_latest(m);
}

/* Regions of waiters are known by their keys. */
static bool add_blames(const struct adding *add) {
  struct job_sums *m = add->m;
  struct analysis *a = m->a;
  if (!POMP_ARRAY_ROOM(a->blames, m->blames_room, a->blame_count + 0ull + add->head.blames))
    return false;
  for (uint32_t i = 0; i < add->head.blames; i++) {
    struct blame *to = &a->blames[a->blame_count++];
    POMP_BYTES_TAKE(add->from, *to);
    to->location = location_of(add, to->location);
    to->path = to->path < add->head.paths ? add->paths[to->path] : 0;
    to->waiter = m->paths.keys[to->path];
  }
  if (a->blame_count < BLAMES_MOST || a->blame_count < m->blames_most)
    return true;
  a->blame_count = waits_cut(a->blames, a->blame_count, BLAMES_MOST);
  m->blames_most = a->blame_count < UINT32_MAX / 4 ? 2 * a->blame_count : UINT32_MAX;
  return true;
}

static void add_histograms(const struct adding *add) {
  struct job_sums *m = add->m;
  m->has_distributions |= add->head.histograms != 0;
  for (uint32_t i = 0; i < add->head.histograms; i++) {
    struct histogram_row row;
    POMP_BYTES_TAKE(add->from, row);
    const uint32_t region = region_locations_find(m->region_locations, row.key);
    row.process = add->process;
    if (region < m->region_count)
      distribution_add(m->a, &m->distributions[region], &row);
  }
}

static bool add_sets(const struct adding *add) {
  uint32_t *members = malloc((add->head.regions + 1ull) * sizeof *members);
  bool good = members != NULL;
  for (uint32_t i = 0; good && i < add->head.sets; i++) {
    struct rank_set set;
    POMP_BYTES_TAKE(add->from, set);
    good = set.count <= add->head.regions;
    for (uint32_t k = 0; good && k < set.count; k++) {
      POMP_BYTES_TAKE(add->from, members[k]);
      members[k] = region_of(add, members[k]);
    }
    good =
        good && !add->from->failed && region_locations_set(add->m->region_locations, members, set.count, set.locations);
  }
  free(members);
  return good;
}

/* --- the whole --- */

static bool add_all(struct adding *add) {
  if (!add_paths(add) || !add_regions(add))
    return false;
  add_locations(add);
  if (!add_forks(add) || !add_idle(add) || !add_latest(add) || !add_blames(add))
    return false;
  add_histograms(add);
  return add_sets(add) && job_sums_open_add(add) && job_sums_samples_add(add) && location_rows_add(add) &&
         job_sums_phases_add(add) && !add->from->failed;
}

bool job_sums_add(struct job_sums *m, uint32_t process, struct pomp_bytes *from) {
  const struct process *p = &m->e->processes[process];
  struct adding add = {.m = m, .from = from, .process = process, .first_location = p->first_location};
  POMP_BYTES_TAKE(from, add.head);
  if (from->failed || add.head.locations != p->location_count)
    return false;
  add.paths = malloc((add.head.paths + 1ull) * sizeof *add.paths);
  add.regions = malloc((add.head.regions + 1ull) * sizeof *add.regions);
  m->in_order &= add.head.by_location;
  m->to_nobody |= add.head.to_nobody;
  m->a->idle_at_mean |= add.head.idle_at_mean;
  m->a->idle_nested |= add.head.idle_nested;
  m->a->idle_shared |= add.head.idle_shared;
  const bool good = add.paths && add.regions && add_all(&add);
  free(add.paths);
  free(add.regions);
  return good;
}

void job_sums_free(struct job_sums *m) {
  if (!m)
    return;
  path_table_free(&m->paths);
  region_locations_free(m->region_locations);
  free(m->of_paths);
  free(m->of_regions);
  free(m->path_metrics);
  free(m->region_metrics);
  free(m->distributions);
  free(m->of_samples);
  free(m->sampled_teams);
  free(m);
}
