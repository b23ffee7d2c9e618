/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* phase_places.c - adds up what visits that stand out, and those at the end of a drift, had more than others, by call
 * path.
 *
 * Single visits are not kept, but clusters of visits that are alike. So a visit is judged by its cluster: by how far
 * the cluster's mean exceeds the others'. */
#include "sums/phase_places.h"
#include "pomp_roles.h"
#include "sums/analysis_steps.h"

#include <stdlib.h>
#include <string.h>

/* --- what clusters have of call paths --- */

typedef bool take_cell(void *context, const struct profile_cell *c);

/* Adds what the visits of a cluster had of some call paths. */
static void add_cells(const struct analysis *a, const struct phase_cells *c, uint32_t cluster, int64_t *times) {
  const struct experiment *e = a->experiment;
  for (uint32_t k = 0; k < c->count; k++) {
    const uint32_t node = c->nodes[k], path = node == NO_NODE ? NO_PATH : a->node_path[node];
    if (path == NO_PATH)
      continue;
    const int64_t time = (int64_t)experiment_ns(e, phase_cell(c, cluster, k)[1]);
    const bool is_part = node != e->phases[c->phase].node && a->node_is_part[node];
    const uint32_t above = is_part ? a->node_path[e->nodes[node].parent] : NO_PATH;
    times[path] = sum_of(times[path], time);
    if (above != NO_PATH)
      times[above] = sum_of(times[above], -time);
  }
}

static bool give_cluster(const struct analysis *a, uint32_t cluster, int64_t *times, take_cell *take, void *context) {
  bool good = true;
  for (uint32_t i = 0; i < a->path_count; i++) {
    const struct profile_cell c = {cluster, i, times[i]};
    good = good && (!times[i] || take(context, &c));
    times[i] = 0;
  }
  return good;
}

bool phase_cells_each(const struct analysis *a, uint32_t phase, take_cell *take, void *context) {
  const struct experiment *e = a->experiment;
  int64_t *times = calloc(a->path_count + 1ull, sizeof *times);
  uint32_t *blocks = malloc((e->phase_cells_count + 1ull) * sizeof *blocks), count = 0;
  bool good = times && blocks;
  for (uint32_t i = 0; good && i < e->phase_cells_count; i++)
    if (e->phase_cells[i].phase == phase)
      blocks[count++] = i;
  for (uint32_t k = 0; good && k < e->phases[phase].most; k++) {
    bool any = false;
    for (uint32_t i = 0; i < count; i++)
      if (e->phase_cells[blocks[i]].row[k]) {
        add_cells(a, &e->phase_cells[blocks[i]], k, times);
        any = true;
      }
    good = !any || give_cluster(a, k, times, take, context);
  }
  free(times);
  free(blocks);
  return good;
}

/* --- how clusters are weighed --- */

/* Weighs the cluster of a visit against all others. Weights of clusters are `step` apart. */
static void weigh_visit(const struct phase *p, uint64_t visit, double *weights, uint32_t step) {
  const uint32_t cluster = phase_cluster_of(p, visit);
  uint64_t others = 0;
  for (uint32_t k = 0; k < p->most; k++)
    others += k == cluster ? 0 : p->clusters[k].count;
  if (cluster >= p->most || !others || !p->clusters[cluster].count)
    return;
  for (uint32_t k = 0; k < p->most; k++)
    weights[(size_t)k * step] = p->clusters[k].count ? -1 / (double)others : 0;
  weights[(size_t)cluster * step] = 1 / (double)p->clusters[cluster].count;
}

/* Weighs each cluster by how far its visits are behind the middle, so that what is left is the slope of the line
 * through those that do not stand out. */
static void weigh_drift(const struct series *s, const struct series_finding *f, const struct phase *p, double *weights,
                        uint32_t step) {
  for (uint32_t i = 0, next; i < p->visit_count; i = next) {
    const uint64_t point = (p->visits[i].first - 1) >> s->shift;
    uint32_t cluster = 0;
    for (next = i; next < p->visit_count && (p->visits[next].first - 1) >> s->shift == point; next++) {
      cluster = p->visits[next].cluster ? p->visits[next].cluster : cluster;
    }
    if (cluster && cluster <= p->most && p->clusters[cluster - 1].count && point < s->point_count &&
        s->points[point].line)
      weights[(size_t)(cluster - 1) * step] +=
          ((double)((point << s->shift) + 1) - f->middle) / f->squares / (double)p->clusters[cluster - 1].count;
  }
}

double *places_weigh(const struct series *s, const struct phase *p) {
  double *weights = calloc((size_t)p->most * s->finding_count + 1, sizeof *weights);
  for (uint32_t i = 0; weights && i < s->finding_count; i++)
    if (s->findings[i].kind == SERIES_OUTLIER)
      weigh_visit(p, s->findings[i].visit, weights + i, s->finding_count);
    else
      weigh_drift(s, &s->findings[i], p, weights + i, s->finding_count);
  return weights;
}

/* --- the places --- */

static bool waits(const struct analysis *a, uint32_t path) {
  const uint32_t role = a->regions[a->paths[path].region].role;
  return pomp_role_is(role, POMP_IS_WAITING) || pomp_role_wait(role) == POMP_WAIT_BLOCKED;
}

/* Finds the call path with most, and the one in which threads waited most. What has less than a tenth of what is to be
 * explained is none. */
static void find_places(const struct analysis *a, struct series_finding *f, const double *paths) {
  for (uint32_t i = 0; i < a->path_count; i++) {
    uint32_t *where = waits(a, i) ? &f->waits : &f->path;
    double *most = waits(a, i) ? &f->waited : &f->more;
    if (paths[i] > f->least && (*where == NO_PATH || paths[i] > *most)) {
      *where = i;
      *most = paths[i];
    }
  }
}

/* There is a row for each finding, and then one for each cluster of the first location. */
bool places_begin(const struct analysis *a, struct series *s) {
  s->places = calloc(((size_t)s->finding_count + s->locations[0].most) * a->path_count + 1, sizeof *s->places);
  return s->places != NULL;
}

void places_add(const struct analysis *a, struct series *s, uint32_t location, const double *weights,
                const struct profile_cell *c) {
  const struct series_location *l = &s->locations[location];
  if (c->cluster >= l->most || c->path >= a->path_count)
    return;
  double *at = s->places + c->path;
  for (uint32_t i = 0; i < s->finding_count; i++, at += a->path_count)
    *at += weights[(size_t)c->cluster * s->finding_count + i] * (double)c->time;
  if (!location && l->clusters[c->cluster].count)
    at[(size_t)c->cluster * a->path_count] = (double)c->time / (double)l->clusters[c->cluster].count;
}

void places_conclude(const struct analysis *a, struct series *s) {
  for (uint32_t i = 0; i < s->finding_count; i++)
    find_places(a, &s->findings[i], s->places + (size_t)i * a->path_count);
}

struct adding_cells {
  const struct analysis *a;
  struct series *s;
  uint32_t location;
  const double *weights;
};
static bool add(void *context, const struct profile_cell *c) {
  const struct adding_cells *by = context;
  places_add(by->a, by->s, by->location, by->weights, c);
  return true;
}

bool series_find_places(struct analysis *a) {
  bool good = true;
  for (uint32_t i = 0; good && i < a->series_count; i++) {
    struct series *s = &a->series[i];
    good = places_begin(a, s);
    for (uint32_t k = 0; good && k < (s->finding_count ? s->location_count : 1); k++) {
      const uint32_t phase = s->locations[k].phase;
      double *weights = places_weigh(s, &a->experiment->phases[phase]);
      struct adding_cells by = {a, s, k, weights};
      good = weights && phase_cells_each(a, phase, add, &by);
      free(weights);
    }
    if (good)
      places_conclude(a, s);
  }
  return good;
}

void series_profile(const struct analysis *a, const struct series *s, uint32_t cluster, double *paths) {
  memcpy(paths, s->places + ((size_t)s->finding_count + cluster) * a->path_count, a->path_count * sizeof *paths);
}
