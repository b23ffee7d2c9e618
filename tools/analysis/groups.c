/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* groups.c - finds locations that behave alike: their vectors, a first pass that puts each location to the nearest
 * leader, and the joining of the groups that come of it. Not here: the figures (regions.c), names (group_names.c). */
#include "groups.h"
#include "pomp_array.h"
#include "steps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DIMENSIONS = 2 * (GROUPS_REGIONS + 1) + 1, LEADERS = 256 };

/* This is a group while it grows. Its centre is `sum` by `count`. */
struct cluster {
  double sum[DIMENSIONS];
  uint32_t count, kind; /* 0 members: it was joined with another one */
};

struct clustering {
  struct groups *g;
  float *vectors;   /* by location: work and waiting by region, in ns; 0; or else parts, and 1 for nothing */
  uint32_t *kind;   /* by location: what locations of one group have in common */
  uint32_t *number; /* by location: its cluster */
  struct cluster *clusters;
  uint32_t count, room, dimensions;
};

/* --- vectors --- */

static uint64_t time_of(const struct region *r) { return r->totals.exclusive; }

static const struct region *sorted_regions;
static int by_time(const void *x, const void *y) {
  uint32_t i = *(const uint32_t *)x, j = *(const uint32_t *)y;
  uint64_t a = time_of(&sorted_regions[i]), b = time_of(&sorted_regions[j]);
  return a != b ? (a < b ? 1 : -1) : (i < j ? -1 : i > j);
}
static int ascending(const void *x, const void *y) {
  uint32_t i = *(const uint32_t *)x, j = *(const uint32_t *)y;
  return i < j ? -1 : i > j;
}

/* Chooses the regions that count by themselves. False: no memory. */
static bool choose_regions(struct groups *g) {
  const struct analysis *a = g->analysis;
  g->regions = malloc((a->region_count + 1ull) * sizeof *g->regions);
  if (!g->regions)
    return false;
  for (uint32_t i = 0; i < a->region_count; i++)
    g->regions[i] = i;
  sorted_regions = a->regions;
  qsort(g->regions, a->region_count, sizeof *g->regions, by_time);
  g->region_count = a->region_count < GROUPS_REGIONS ? a->region_count : GROUPS_REGIONS;
  qsort(g->regions, g->region_count, sizeof *g->regions, ascending);
  return true;
}

/* Returns where a region's times are in a vector. */
static uint32_t dimension_of(const struct groups *g, uint32_t region) {
  const uint32_t *at = bsearch(&region, g->regions, g->region_count, sizeof *at, ascending);
  return at ? (uint32_t)(at - g->regions) : g->region_count;
}

/* Fills in the times. What the thread of a worker or a member does outside of regions is no time of the location. */
static void fill_times(struct clustering *c) {
  const struct analysis *a = c->g->analysis;
  for (uint32_t r = 0; r < a->region_count; r++) {
    uint32_t at = 2 * dimension_of(c->g, r);
    const struct share *shares = analysis_shares(a, &a->regions[r]);
    for (uint32_t k = 0; k < a->regions[r].shares; k++) {
      const struct share *s = &shares[k];
      uint64_t wait = s->wait < s->exclusive ? s->wait : s->exclusive;
      float *v = c->vectors + (size_t)s->location * c->dimensions;
      v[at] += (float)(s->exclusive - wait);
      v[at + 1] += (float)wait;
      if (r)
        c->g->busy[s->location] = plus(c->g->busy[s->location], s->exclusive - wait);
    }
  }
}

/* Locations of different kinds or levels have nothing in common. */
static uint32_t kind_of(const struct experiment *e, uint32_t location) {
  const struct location *l = &e->locations[location];
  uint32_t kind = l->flags & (POMP_LOCATION_WORKER | POMP_LOCATION_MEMBER | POMP_LOCATION_LEAGUE);
  return l->parent == NO_LOCATION ? kind : kind | (l->level < 1u << 20 ? l->level : 1u << 20) << 3;
}

/* Turns a vector into parts of its own work. The last one is that of a location that did nothing. */
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

/* It adds up the work of the locations of a kind. */
struct kind_work {
  uint32_t kind, count;
  double work;
};

static struct kind_work *work_of_kind(struct kind_work *all, uint32_t *count, uint32_t kind) {
  uint32_t i = 0;
  while (i < *count && all[i].kind != kind)
    i++;
  if (i == *count)
    all[(*count)++] = (struct kind_work){.kind = kind};
  return &all[i];
}

/* False: no memory. */
static bool make_all_parts(struct clustering *c) {
  uint32_t locations = c->g->analysis->experiment->location_count, count = 0;
  struct kind_work *all = calloc(locations + 1ull, sizeof *all);
  for (uint32_t i = 0; all && i < locations; i++) {
    struct kind_work *of = work_of_kind(all, &count, c->kind[i]);
    of->work += (double)c->g->busy[i];
    of->count++;
  }
  for (uint32_t i = 0; all && i < locations; i++) {
    const struct kind_work *of = work_of_kind(all, &count, c->kind[i]);
    make_parts(c->vectors + (size_t)i * c->dimensions, c->dimensions, of->work / of->count / 1000);
  }
  free(all);
  return all != NULL;
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

static void add_to(struct clustering *c, uint32_t cluster, uint32_t location) {
  struct cluster *to = &c->clusters[cluster];
  const float *v = c->vectors + (size_t)location * c->dimensions;
  for (uint32_t i = 0; i < c->dimensions; i++)
    to->sum[i] += (double)v[i];
  to->count++;
  c->number[location] = cluster;
}

/* True if a location may begin a cluster. Where threads had no processors, that of a thread that has worked for a few
 * time slices alone would say more of the slices than of the thread; but that a location did nothing is sure. */
static bool may_lead(const struct clustering *c, uint32_t location) {
  bool idle = c->vectors[(size_t)location * c->dimensions + c->dimensions - 1] > 0;
  return !c->g->by_parts || idle || c->g->busy[location] >= GROUPS_LEAST_NS;
}

/* Puts a location into the first cluster whose centre is within half of the distance that groups have, or begins a new
 * one with it. If it may not, or there are very many, it takes the nearest of its kind. */
static bool place(struct clustering *c, uint32_t location, bool leads) {
  const float *v = c->vectors + (size_t)location * c->dimensions;
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
  add_to(c, nearest, location);
  return true;
}

/* Those that may lead come first, so that the others find a cluster. */
static bool find_leaders(struct clustering *c) {
  const struct analysis *a = c->g->analysis;
  bool good = true;
  for (int leads = 1; leads >= 0; leads--)
    for (uint32_t i = 0; good && i < a->experiment->location_count; i++)
      if (may_lead(c, a->location_order[i]) == (leads != 0))
        good = place(c, a->location_order[i], leads != 0);
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

static void describe(struct clustering *c, uint32_t group, const struct cluster *from) {
  struct groups *g = c->g;
  struct group *to = &g->groups[group];
  struct group_time *times = g->times + (size_t)group * (g->region_count + 1);
  to->times = times;
  to->least = to->most = g->members[to->first];
  for (uint32_t i = 0; i < to->count; i++) {
    uint32_t location = g->members[to->first + i];
    to->least = g->busy[location] < g->busy[to->least] ? location : to->least;
    to->most = g->busy[location] > g->busy[to->most] ? location : to->most;
    double d =
        distance(from->sum, 1.0 / from->count, c->vectors + (size_t)location * c->dimensions, NULL, 0, c->dimensions);
    to->radius = d > to->radius ? d : to->radius;
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
  }
  for (uint32_t i = 1; good && i < g->count; i++)
    g->groups[i].first = g->groups[i - 1].first + g->groups[i - 1].count;
  for (uint32_t i = 0; good && i < g->count; i++)
    g->groups[i].count = 0;
  for (uint32_t i = 0; good && i < locations; i++) {
    struct group *to = &g->groups[g->group_of[a->location_order[i]]];
    g->members[to->first + to->count++] = a->location_order[i];
  }
  for (uint32_t i = 0; good && i < g->count; i++)
    describe(c, i, &c->clusters[cluster[i]]);
  free(group);
  free(cluster);
  return good;
}

/* Computes the mean times of all groups, in ns. */
static void find_means(struct groups *g) {
  const struct analysis *a = g->analysis;
  for (uint32_t r = 0; r < a->region_count; r++) {
    uint32_t at = dimension_of(g, r);
    const struct share *shares = analysis_shares(a, &a->regions[r]);
    for (uint32_t k = 0; k < a->regions[r].shares; k++) {
      const struct share *s = &shares[k];
      uint32_t group = g->group_of[s->location];
      struct group_time *t = &g->times[(size_t)group * (g->region_count + 1) + at];
      uint64_t wait = s->wait < s->exclusive ? s->wait : s->exclusive;
      t->work += (double)(s->exclusive - wait) / g->groups[group].count;
      t->wait += (double)wait / g->groups[group].count;
    }
  }
}

bool groups_find(struct groups *g, const struct analysis *a) {
  const struct experiment *e = a->experiment;
  *g = (struct groups){.analysis = a, .by_parts = analysis_is_crowded(&a->all)};
  g->distance = g->by_parts ? GROUPS_DISTANCE_PARTS : GROUPS_DISTANCE_TIMES;
  struct clustering c = {.g = g};
  if (!choose_regions(g))
    return false;
  c.dimensions = 2 * (g->region_count + 1) + 1;
  c.vectors = calloc((size_t)e->location_count * c.dimensions, sizeof *c.vectors);
  c.kind = malloc(e->location_count * sizeof *c.kind);
  c.number = malloc(e->location_count * sizeof *c.number);
  g->members = malloc(e->location_count * sizeof *g->members);
  g->group_of = malloc(e->location_count * sizeof *g->group_of);
  g->busy = calloc(e->location_count, sizeof *g->busy);
  bool good = c.vectors && c.kind && c.number && g->members && g->group_of && g->busy;
  if (good) {
    fill_times(&c);
    for (uint32_t i = 0; i < e->location_count; i++)
      c.kind[i] = kind_of(e, i);
    good = (!g->by_parts || make_all_parts(&c)) && find_leaders(&c);
  }
  uint32_t *joined = good ? calloc(c.count + 1ull, sizeof *joined) : NULL;
  good = good && joined && join_clusters(&c, joined) && make_groups(&c, joined);
  if (good)
    find_means(g);
  free(joined);
  free(c.vectors);
  free(c.kind);
  free(c.number);
  free(c.clusters);
  return good;
}

void groups_free(struct groups *g) {
  free(g->groups);
  free(g->members);
  free(g->group_of);
  free(g->regions);
  free(g->times);
  free(g->busy);
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
