/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rank_analysis.c - puts what the analysis of one process adds to that of the whole.
 * Not here: how it is added (job_sums.c). */
#include "base/huge_pages.h"
#include "files/node_sort.h"
#include "sums/job_sums_internal.h"
#include "sums/location_rows.h"

#include <stdlib.h>
#include <string.h>

struct making {
  const struct analysis *a;
  struct pomp_bytes *to;
  uint32_t *levels; /* by call path: the place of its first node, level by level */
  struct balance_sums *balance;
  struct latest *latest;
  struct blame *blames;
  struct region_locations *region_locations; /* its regions are numbered as those of the analysis */
  uint32_t latest_count, blame_count;
};

/* --- what is to be found out --- */

/* Nodes that are no roots may be location by location here, while those of the whole are level by level. */
static bool find_levels(struct making *m) {
  const struct analysis *a = m->a;
  const struct experiment *e = a->experiment;
  uint32_t *order = NULL;
  m->levels = malloc((a->path_count + 1ull) * sizeof *m->levels);
  for (uint32_t i = 0; m->levels && i < a->path_count; i++)
    m->levels[i] = e->by_location ? UINT32_MAX : i;
  bool good = m->levels != NULL;
  if (good && e->by_location) {
    order = huge_pages_malloc(e->node_count + 1ull, sizeof *order);
    good = order && node_levels(e->nodes, e->node_count, e->location_count, order);
  }
  for (uint32_t i = 0; good && order && i < e->node_count; i++) {
    const uint32_t path = a->node_path[order[i]];
    if (path != NO_PATH && i < m->levels[path])
      m->levels[path] = i;
  }
  free(order);
  return good;
}

/* Adds the nodes of a location to what it has met. */
static bool meet(struct making *m, const uint32_t *nodes, uint32_t count) {
  const struct analysis *a = m->a;
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t path = a->node_path[nodes[i]];
    if (path != NO_PATH)
      region_locations_add(m->region_locations, a->paths[path].region, 0, 0);
  }
  return region_locations_end(m->region_locations);
}

/* Finds which regions each location has met. */
static bool find_sets(struct making *m) {
  const struct analysis *a = m->a;
  const struct experiment *e = a->experiment;
  uint32_t *nodes = huge_pages_malloc(e->node_count + 1ull, sizeof *nodes);
  /* There is always one region, the root. */
  bool good =
      nodes && nodes_by_location(e, nodes) && region_locations_number(m->region_locations, a->regions[0].key) == 0;
  for (uint32_t i = 1; good && i < a->region_count; i++)
    good = region_locations_number(m->region_locations, a->regions[i].key) == i;
  for (uint32_t from = 0, to; good && from < e->node_count; from = to) {
    for (to = from; to < e->node_count && e->nodes[nodes[to]].location == e->nodes[nodes[from]].location;)
      to++;
    good = meet(m, nodes + from, to - from);
  }
  free(nodes);
  return good;
}

static bool find(struct making *m) {
  const struct analysis *a = m->a;
  m->balance = calloc(a->region_count + 1ull, sizeof *m->balance);
  m->latest = malloc((a->special_count + 1ull) * sizeof *m->latest);
  m->blames = malloc((a->special_count + 1ull) * sizeof *m->blames);
  m->region_locations = calloc(1, sizeof *m->region_locations);
  if (!m->region_locations || !m->balance || !m->latest || !m->blames || !find_levels(m) || !find_sets(m))
    return false;
  m->latest_count = balance_gather(a, m->balance, m->latest);
  m->blame_count = waits_gather(a, m->blames);
  return true;
}

/* --- records --- */

static struct spreading spreading_of(const struct spread *s) { return (struct spreading){s->min, s->max, s->sum}; }

static bool charges_nobody(const struct making *m) {
  for (uint32_t i = 0; i < m->blame_count; i++)
    if (!m->blames[i].held)
      return true;
  return false;
}

static void put_head(const struct making *m, uint32_t phases) {
  const struct analysis *a = m->a;
  const struct experiment *e = a->experiment;
  const struct rank_head head = {.paths = a->path_count,
                                 .regions = a->region_count,
                                 .locations = e->location_count,
                                 .forks = a->fork_count,
                                 .idle = a->idle_count,
                                 .latest = m->latest_count,
                                 .blames = m->blame_count,
                                 .histograms = e->histogram_sum_count + e->histogram_count,
                                 .sets = m->region_locations->set_count,
                                 .open = a->open_count,
                                 .awaited = a->awaited_count,
                                 .cycle = a->cycle_length,
                                 .now = a->now_count,
                                 .phases = phases,
                                 .quiet = a->quiet,
                                 .by_location = e->by_location,
                                 .to_nobody = charges_nobody(m),
                                 .idle_at_mean = a->idle_at_mean,
                                 .idle_nested = a->idle_nested,
                                 .idle_shared = a->idle_shared,
                                 .sampled = a->sampled != NULL};
  POMP_BYTES_PUT(m->to, head);
}

static void put_paths(const struct making *m, bool to_nobody) {
  const struct analysis *a = m->a;
  for (uint32_t i = 0; i < a->path_count; i++) {
    const struct path *p = &a->paths[i];
    struct rank_path to = {.parent = p->parent,
                           .key = a->regions[p->region].key,
                           .nodes = p->nodes,
                           .teams = p->teams,
                           .first = {i, m->levels[i]},
                           .totals = p->totals,
                           .inclusive = spreading_of(&p->inclusive),
                           .exclusive = spreading_of(&p->exclusive),
                           .wait = spreading_of(&p->wait),
                           .once = p->once,
                           .teams_known = p->teams_known,
                           .teams_max = p->teams_max,
                           .teams_mean = p->teams_mean};
    to.contended[to_nobody] = p->totals.contended;
    to.totals.metrics = NULL;
    POMP_BYTES_PUT(m->to, to);
    if (p->totals.metric_count)
      pomp_bytes_put(m->to, p->totals.metrics, p->totals.metric_count * sizeof *p->totals.metrics);
  }
}

/* Where no member of a team has met a construct, each thread is a team of its own, of which sums over the run are those
 * of its visits; where instances tell, they do so for the whole. */
static bool put_regions(const struct making *m) {
  const struct analysis *a = m->a;
  for (uint32_t i = 0; i < a->region_count; i++) {
    const struct region *r = &a->regions[i];
    struct rank_region to = {.key = r->key,
                             .shares = r->shares,
                             .all = r->totals.inclusive,
                             .inclusive = spreading_of(&r->inclusive),
                             .exclusive = spreading_of(&r->exclusive),
                             .wait = spreading_of(&r->wait),
                             .measuring_sum = r->measuring_sum,
                             .excluded_sum = r->excluded_sum,
                             .cpu = r->cpu,
                             .loop = r->loop,
                             .balance = m->balance[i],
                             .teams_max = r->balance.max,
                             .teams_means = r->balance.means};
    if (r->balance.known && !balance_teams(a, r, &to.teams))
      return false;
    POMP_BYTES_PUT(m->to, to);
    for (uint32_t k = 0; k < r->totals.metric_count; k++)
      POMP_BYTES_PUT(m->to, r->totals.metrics[k].inclusive);
  }
  return true;
}

static void put_locations(const struct making *m) {
  const struct analysis *a = m->a;
  const uint32_t metrics = a->experiment->metric_count;
  for (uint32_t i = 0; i < a->experiment->location_count; i++) {
    struct location_totals to = a->locations[i];
    to.metrics = NULL;
    to.first_fork = to.forks = 0;
    POMP_BYTES_PUT(m->to, to);
    if (metrics)
      pomp_bytes_put(m->to, a->locations[i].metrics, metrics * sizeof *a->locations[i].metrics);
  }
}

static void put_histograms(const struct making *m) {
  struct histogram_row row;
  for (uint32_t i = 0; distributions_row(m->a, i, &row); i++)
    POMP_BYTES_PUT(m->to, row);
}

static void put_sets(const struct making *m) {
  for (uint32_t i = 0; i < m->region_locations->set_count; i++) {
    const struct location_set *s = &m->region_locations->sets[i];
    const struct rank_set to = {s->locations, s->count};
    POMP_BYTES_PUT(m->to, to);
    pomp_bytes_put(m->to, m->region_locations->members + s->first, s->count * sizeof *m->region_locations->members);
  }
}

static bool put_samples(const struct making *m) {
  const struct analysis *a = m->a;
  const struct sampled *s = a->sampled;
  if (!s)
    return true;
  const struct rank_samples head = {s->all, s->none};
  POMP_BYTES_PUT(m->to, head);
  pomp_bytes_put(m->to, s->paths, a->path_count * sizeof *s->paths);
  for (uint32_t i = 0; i < a->region_count; i++) {
    struct sampled_teams to;
    if (!sampled_teams_find(a, &a->regions[i], &to))
      return false;
    POMP_BYTES_PUT(m->to, to);
  }
  return true;
}

void rank_analysis_put(const struct analysis *rank, unsigned keep, struct pomp_bytes *to) {
  struct making m = {.a = rank, .to = to};
  bool good = find(&m);
  if (good) {
    put_head(&m, keep & ROWS_OF_PHASES ? rank_phases_count(rank) : 0);
    put_paths(&m, charges_nobody(&m));
    good = put_regions(&m);
    put_locations(&m);
    pomp_bytes_put(to, rank->forks, rank->fork_count * sizeof *rank->forks);
    pomp_bytes_put(to, rank->idle, rank->idle_count * sizeof *rank->idle);
    pomp_bytes_put(to, m.latest, m.latest_count * sizeof *m.latest);
    pomp_bytes_put(to, m.blames, m.blame_count * sizeof *m.blames);
    put_histograms(&m);
    put_sets(&m);
    pomp_bytes_put(to, rank->open_visits, rank->open_count * sizeof *rank->open_visits);
    pomp_bytes_put(to, rank->awaited, rank->awaited_count * sizeof *rank->awaited);
    pomp_bytes_put(to, rank->cycle, rank->cycle_length * sizeof *rank->cycle);
    pomp_bytes_put(to, rank->now, rank->now_count * sizeof *rank->now);
    good = good && put_samples(&m);
    if (keep)
      location_rows_put(rank, keep, to);
    good = good && (!(keep & ROWS_OF_PHASES) || rank_phases_put(rank, to));
  }
  to->failed |= !good;
  region_locations_free(m.region_locations);
  free(m.levels);
  free(m.balance);
  free(m.latest);
  free(m.blames);
}
