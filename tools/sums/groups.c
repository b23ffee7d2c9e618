/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* groups.c - finds locations that behave alike: their vectors, a first pass that puts each location to the nearest
 * leader, and the joining of the groups that come of it. Not here: the figures (regions.c), names (group_names.c). */
#include "sums/groups.h"
#include "base/paged_array.h"
#include "pomp_array.h"
#include "sums/analysis_steps.h"
#include "sums/group_vectors.h"
#include "sums/location_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* EACH: the bytes that a location has in the arrays here. */
enum { DIMENSIONS = GROUP_VECTOR_MOST, LEADERS = 256, EACH = 6 * sizeof(uint32_t) };

/* This is a group while it grows. Its centre is `sum` by `count`. */
struct cluster {
  double sum[DIMENSIONS];
  uint32_t count, kind; /* 0 members: it was joined with another one */
};

/* It adds up the work of the locations of a kind. */
struct kind_work {
  uint32_t kind, count;
  double work;
};

struct clustering {
  struct groups *g;
  struct group_vectors chosen;
  uint64_t *times;        /* by location, as group_vectors.h has them; NULL: they were kept */
  uint32_t *kind;         /* by location: what locations of one group have in common */
  uint32_t *number;       /* by location: its cluster */
  struct kind_work *work; /* of each kind, if vectors are parts */
  struct cluster *clusters;
  uint32_t count, room, dimensions, kinds;
};

/* --- vectors --- */

/* Finds the times of all locations, where the analysis does not have them already. False: no memory. */
static bool find_times(struct clustering *c) {
  const struct analysis *a = c->g->analysis;
  if (location_rows_has(a, ROWS_OF_VECTORS))
    return true;
  c->times = calloc((size_t)a->experiment->location_count * c->chosen.size, sizeof *c->times);
  for (uint32_t r = 0; c->times && r < a->region_count; r++)
    group_vectors_add(&c->chosen, r, analysis_shares(a, &a->regions[r]), a->regions[r].shares, c->times);
  return c->times != NULL;
}

/* Returns the times of a location, until the next call. */
static const uint64_t *times_of(const struct clustering *c, uint32_t location) {
  return c->times ? c->times + (size_t)location * c->chosen.size : location_rows_vector(c->g->analysis, location);
}

/* Locations of different kinds or levels have nothing in common. */
static uint32_t kind_of(const struct experiment *e, uint32_t location) {
  const struct location *l = &e->locations[location];
  uint32_t kind = l->flags & (POMP_LOCATION_WORKER | POMP_LOCATION_MEMBER | POMP_LOCATION_LEAGUE);
  return l->parent == NO_LOCATION ? kind : kind | (l->level < 1u << 20 ? l->level : 1u << 20) << 3;
}

static struct kind_work *work_of_kind(struct kind_work *all, uint32_t *count, uint32_t kind) {
  uint32_t i = 0;
  while (i < *count && all[i].kind != kind)
    i++;
  if (i == *count)
    all[(*count)++] = (struct kind_work){.kind = kind};
  return &all[i];
}

/* Adds up the work of each kind. False: no memory. */
static bool find_work(struct clustering *c) {
  const uint32_t locations = c->g->analysis->experiment->location_count;
  c->work = calloc(locations + 1ull, sizeof *c->work);
  for (uint32_t i = 0; c->work && i < locations; i++) {
    struct kind_work *of = work_of_kind(c->work, &c->kinds, c->kind[i]);
    of->work += (double)c->g->busy[i];
    of->count++;
    paged_leave(EACH);
  }
  return c->work != NULL;
}

/* Turns a vector into parts of its own work. The last dimension is for locations that did nothing. */
static void make_parts(float *v, uint32_t dimensions, double least) {
  double sum = 0;
  for (uint32_t i = 0; i + 1 < dimensions; i += 2)
    sum += (double)v[i];
  bool idle = sum < least || sum <= 0;
  for (uint32_t i = 0; i + 1 < dimensions; i += 2) {
    v[i] = idle ? 0 : (float)((double)v[i] / sum);
    v[i + 1] = 0;
  }
  v[dimensions - 1] = idle ? 1 : 0;
}

/* Makes the vector of a location: its times in ns, and 0; or else parts, and 1 for nothing. */
static void make_vector(struct clustering *c, uint32_t location, float *v) {
  const uint64_t *times = times_of(c, location);
  for (uint32_t i = 0; i + 1 < c->dimensions; i++)
    v[i] = (float)times[i];
  v[c->dimensions - 1] = 0;
  if (!c->g->by_parts)
    return;
  const struct kind_work *of = work_of_kind(c->work, &c->kinds, c->kind[location]);
  make_parts(v, c->dimensions, of->work / of->count / 1000);
}

/* --- distances --- */

/* Returns the Bray-Curtis dissimilarity of two vectors, each of which is multiplied by a factor first. Locations that
 * have done nothing are alike. */
static double distance(const double *x, double by_x, const float *v, const double *y, double by_y, uint32_t count) {
  double apart = 0, sum = 0;
  for (uint32_t i = 0; i < count; i++) {
    double p = x[i] * by_x, q = v ? (double)v[i] : y[i] * by_y;
    apart += fabs(p - q);
    sum += p + q;
  }
  return sum > 0 ? apart / sum : 0;
}

static double between(const struct clustering *c, const struct cluster *x, const struct cluster *y) {
  if (x->kind != y->kind)
    return 2;
  return distance(x->sum, 1.0 / x->count, NULL, y->sum, 1.0 / y->count, c->dimensions);
}

/* --- clusters --- */

static void add_to(struct clustering *c, uint32_t cluster, uint32_t location, const float *v) {
  struct cluster *to = &c->clusters[cluster];
  for (uint32_t i = 0; i < c->dimensions; i++)
    to->sum[i] += (double)v[i];
  to->count++;
  c->number[location] = cluster;
}

/* True if a location may begin a cluster. Where threads had no processors, that of a thread that has worked for a few
 * time slices alone would say more of the slices than of the thread; but that a location did nothing is sure. */
static bool may_lead(const struct clustering *c, uint32_t location, const float *v) {
  bool idle = v[c->dimensions - 1] > 0;
  return !c->g->by_parts || idle || c->g->busy[location] >= GROUPS_LEAST_NS;
}

/* Puts a location into the first cluster whose centre is within half of the distance that groups have, or begins a new
 * one with it. If it may not, or there are very many, it takes the nearest of its kind. */
static bool place(struct clustering *c, uint32_t location, const float *v, bool leads) {
  double best = 2, near = c->g->distance / 2;
  uint32_t nearest = UINT32_MAX;
  for (uint32_t k = 0; k < c->count && best > near; k++) {
    const struct cluster *at = &c->clusters[k];
    double d = at->kind == c->kind[location] ? distance(at->sum, 1.0 / at->count, v, NULL, 0, c->dimensions) : 2;
    if (d < best)
      best = d, nearest = k;
  }
  if (nearest == UINT32_MAX || (best > near && leads && c->count < LEADERS)) {
    if (!POMP_ARRAY_ROOM(c->clusters, c->room, c->count + 1ull))
      return false;
    nearest = c->count++;
    memset(&c->clusters[nearest], 0, sizeof *c->clusters);
    c->clusters[nearest].kind = c->kind[location];
  }
  add_to(c, nearest, location, v);
  return true;
}

/* Locations that may lead a cluster come first, so that the others find a cluster. */
static bool find_leaders(struct clustering *c) {
  const struct analysis *a = c->g->analysis;
  float v[DIMENSIONS] = {0};
  bool good = true;
  for (int leads = 1; leads >= !c->g->by_parts; leads--)
    for (uint32_t i = 0; good && i < a->experiment->location_count; i++) {
      const uint32_t location = a->location_order[i];
      make_vector(c, location, v);
      if (may_lead(c, location, v) == (leads != 0))
        good = place(c, location, v, leads != 0);
      paged_leave(EACH);
    }
  return good;
}

static void join(struct clustering *c, uint32_t to, uint32_t from, uint32_t *joined) {
  struct cluster *x = &c->clusters[to], *y = &c->clusters[from];
  for (uint32_t i = 0; i < c->dimensions; i++)
    x->sum[i] += y->sum[i];
  x->count += y->count;
  y->count = 0;
  joined[from] = to;
}

/* Joins the two nearest clusters until all are further apart than groups may be. `joined` becomes, by cluster, the one
 * that it has gone into. */
static bool join_clusters(struct clustering *c, uint32_t *joined) {
  double *apart = malloc((size_t)c->count * c->count * sizeof *apart);
  for (uint32_t i = 0; i < c->count; i++)
    joined[i] = i;
  for (uint32_t i = 0; apart && i < c->count; i++)
    for (uint32_t k = 0; k < i; k++)
      apart[(size_t)i * c->count + k] = between(c, &c->clusters[i], &c->clusters[k]);
  while (apart) {
    uint32_t x = 0, y = 0;
    double best = 2;
    for (uint32_t i = 0; i < c->count; i++)
      for (uint32_t k = 0; k < i && c->clusters[i].count; k++)
        if (c->clusters[k].count && apart[(size_t)i * c->count + k] < best)
          best = apart[(size_t)i * c->count + k], x = k, y = i;
    if (x == y || best > c->g->distance) /* none are two, or none are near */
      break;
    join(c, x, y, joined);
    for (uint32_t k = 0; k < c->count; k++)
      if (k != x && c->clusters[k].count)
        apart[(size_t)(k > x ? k : x) * c->count + (k > x ? x : k)] = between(c, &c->clusters[k], &c->clusters[x]);
  }
  free(apart);
  return apart != NULL || !c->count;
}

/* --- groups --- */

/* Finds the members of each group with the least and with the most time, and how far they are from the centre. */
static void describe(struct clustering *c, const uint32_t *cluster) {
  struct groups *g = c->g;
  const struct analysis *a = g->analysis;
  float v[DIMENSIONS] = {0};
  for (uint32_t i = 0; i < g->count; i++) {
    g->groups[i].times = g->times + (size_t)i * (g->region_count + 1);
    g->groups[i].least = g->groups[i].most = g->members[g->groups[i].first];
  }
  for (uint32_t i = 0; i < a->experiment->location_count; i++) {
    const uint32_t location = a->location_order[i];
    struct group *to = &g->groups[g->group_of[location]];
    const struct cluster *from = &c->clusters[cluster[g->group_of[location]]];
    to->least = g->busy[location] < g->busy[to->least] ? location : to->least;
    to->most = g->busy[location] > g->busy[to->most] ? location : to->most;
    make_vector(c, location, v);
    double d = distance(from->sum, 1.0 / from->count, v, NULL, 0, c->dimensions);
    to->radius = d > to->radius ? d : to->radius;
    paged_leave(EACH);
  }
}

/* Makes the groups of the clusters that are left, in the order of their first members. */
static bool make_groups(struct clustering *c, uint32_t *joined) {
  struct groups *g = c->g;
  const struct analysis *a = g->analysis;
  uint32_t locations = a->experiment->location_count, *group = malloc((c->count + 1ull) * sizeof *group);
  uint32_t *cluster = calloc(c->count + 1ull, sizeof *cluster);
  g->groups = calloc(c->count + 1ull, sizeof *g->groups);
  g->times = calloc((c->count + 1ull) * (g->region_count + 1ull), sizeof *g->times);
  bool good = group && cluster && g->groups && g->times;
  for (uint32_t i = 0; good && i < c->count; i++) /* a cluster has gone into one before it */
    joined[i] = joined[joined[i]], group[i] = UINT32_MAX;
  for (uint32_t i = 0; good && i < locations; i++) {
    uint32_t location = a->location_order[i], at = joined[c->number[location]];
    if (group[at] == UINT32_MAX) {
      cluster[g->count] = at;
      group[at] = g->count++;
    }
    g->group_of[location] = group[at];
    g->groups[group[at]].count++;
    paged_leave(EACH);
  }
  for (uint32_t i = 1; good && i < g->count; i++)
    g->groups[i].first = g->groups[i - 1].first + g->groups[i - 1].count;
  for (uint32_t i = 0; good && i < g->count; i++)
    g->groups[i].count = 0;
  for (uint32_t i = 0; good && i < locations; i++) {
    struct group *to = &g->groups[g->group_of[a->location_order[i]]];
    g->members[to->first + to->count++] = a->location_order[i];
    paged_leave(EACH);
  }
  if (good)
    describe(c, cluster);
  free(group);
  free(cluster);
  return good;
}

/* Computes the mean times of all groups, in ns. */
static void find_means(struct clustering *c) {
  struct groups *g = c->g;
  for (uint32_t i = 0; i < g->analysis->experiment->location_count; i++) {
    const uint64_t *times = times_of(c, i);
    const uint32_t group = g->group_of[i];
    struct group_time *t = &g->times[(size_t)group * (g->region_count + 1)];
    for (uint32_t r = 0; r <= g->region_count; r++) {
      t[r].work += (double)times[2 * r] / g->groups[group].count;
      t[r].wait += (double)times[2 * r + 1] / g->groups[group].count;
    }
    paged_leave(EACH);
  }
}

/* Finds what each location is to be in a group by. False: no memory. */
static bool find_vectors(struct clustering *c) {
  struct groups *g = c->g;
  const struct experiment *e = g->analysis->experiment;
  if (!group_vectors_choose(&c->chosen, g->analysis) || !find_times(c))
    return false;
  g->region_count = c->chosen.region_count;
  c->dimensions = c->chosen.size;
  for (uint32_t i = 0; i < e->location_count; i++) {
    c->kind[i] = kind_of(e, i);
    g->busy[i] = times_of(c, i)[c->chosen.size - 1];
    paged_leave(sizeof *e->locations + EACH);
  }
  return !g->by_parts || find_work(c);
}

bool groups_find(struct groups *g, const struct analysis *a) {
  const struct experiment *e = a->experiment;
  *g = (struct groups){.analysis = a, .by_parts = analysis_is_crowded(&a->all)};
  g->distance = g->by_parts ? GROUPS_DISTANCE_PARTS : GROUPS_DISTANCE_TIMES;
  struct clustering c = {.g = g};
  c.kind = experiment_by_location(e, sizeof *c.kind);
  c.number = experiment_by_location(e, sizeof *c.number);
  g->members = experiment_by_location(e, sizeof *g->members);
  g->group_of = experiment_by_location(e, sizeof *g->group_of);
  g->busy = experiment_by_location(e, sizeof *g->busy);
  bool good = c.kind && c.number && g->members && g->group_of && g->busy && find_vectors(&c) && find_leaders(&c);
  uint32_t *joined = good ? calloc(c.count + 1ull, sizeof *joined) : NULL;
  good = good && joined && join_clusters(&c, joined) && make_groups(&c, joined);
  if (good)
    find_means(&c);
  g->regions = c.chosen.regions;
  c.chosen.regions = NULL;
  group_vectors_free(&c.chosen);
  free(joined);
  free(c.times);
  paged_free(c.kind);
  paged_free(c.number);
  free(c.work);
  free(c.clusters);
  return good && !location_rows_failed(a);
}

void groups_free(struct groups *g) {
  free(g->groups);
  paged_free(g->members);
  paged_free(g->group_of);
  free(g->regions);
  free(g->times);
  paged_free(g->busy);
}

uint32_t groups_decided_by(const struct groups *g, uint32_t group) {
  const struct group *of = &g->groups[group];
  const struct experiment *e = g->analysis->experiment;
  uint32_t best = g->region_count, kind = kind_of(e, g->members[of->first]);
  double most = -1;
  for (uint32_t r = 0; r <= g->region_count; r++) {
    struct group_time sum = {0, 0};
    uint32_t others = 0;
    for (uint32_t i = 0; i < g->count; i++) {
      const struct group *other = &g->groups[i];
      if (i == group || kind_of(e, g->members[other->first]) != kind)
        continue;
      sum.work += other->times[r].work * other->count;
      sum.wait += other->times[r].wait * other->count;
      others += other->count;
    }
    double by = others ? 1.0 / others : 0, apart = fabs(of->times[r].work - sum.work * by);
    if (apart > most)
      most = apart, best = r;
    apart = fabs(of->times[r].wait - sum.wait * by);
    if (apart > most)
      most = apart, best = r;
  }
  return best;
}
