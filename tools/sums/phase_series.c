/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* phase_series.c - makes series of phases.
 * Not here: their points (phase_points.c), which visits stand out (phase_findings.c), and why (phase_places.c). */
#include "sums/phase_series.h"
#include "pomp_array.h"
#include "sums/phase_findings.h"
#include "sums/phase_points.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double series_balance(const struct series_point *p) {
  if (!p->members || !p->most || !p->count)
    return -1;
  const double mean = (double)p->busy / ((double)p->members / (double)p->count);
  return mean < (double)p->most ? mean / (double)p->most : 1;
}

bool series_is_delayed(const struct analysis *a, uint32_t path, double longer) {
  struct process_totals in = a->all;
  double elsewhere = 0;
  for (uint32_t p = 0; in.scheduled.switches_known && p < a->path_count; p++)
    elsewhere += (double)a->paths[p].totals.pushed_off;
  for (uint32_t p = path; in.scheduled.switches_known && p != NO_PATH; p = analysis_next_below(a, path, p, true))
    elsewhere -= (double)a->paths[p].totals.pushed_off;
  in.scheduled.ready -= elsewhere < (double)in.scheduled.ready ? (uint64_t)elsewhere : in.scheduled.ready;
  return analysis_delays_visits(&in, longer);
}

bool series_is_doubtful(const struct analysis *a, const struct series *s, const struct series_finding *f) {
  return series_is_delayed(a, s->path, f->kind == SERIES_OUTLIER ? s->outlying : fabs(f->lost));
}

static struct series *series_of(struct analysis *a, uint32_t path) {
  for (uint32_t i = 0; i < a->series_count; i++)
    if (a->series[i].path == path)
      return &a->series[i];
  struct series *more = realloc(a->series, (a->series_count + 1ull) * sizeof *more);
  if (!more)
    return NULL;
  a->series = more;
  struct series *s = &a->series[a->series_count];
  *s = (struct series){.path = path, .levels = calloc(1, sizeof *s->levels)};
  a->series_count += s->levels != NULL;
  return s->levels ? s : NULL;
}

bool series_add(struct analysis *a, uint32_t path, const struct series_location *l, const struct phase_points *visits) {
  struct series *s = series_of(a, path);
  if (!s || !POMP_ARRAY_ROOM(s->locations, s->locations_room, s->location_count + 1ull)) {
    free(l->clusters);
    return false;
  }
  s->locations[s->location_count++] = *l;
  s->visits = visits->begun > s->visits ? visits->begun : s->visits;
  return series_levels_add(s->levels, visits, a->experiment->metric_count, s->location_count == 1);
}

bool series_location_of(const struct analysis *a, uint32_t phase, struct series_location *l) {
  const struct experiment *e = a->experiment;
  const struct phase *p = &e->phases[phase];
  *l = (struct series_location){.location = e->nodes[p->node].location,
                                .process = p->process,
                                .phase = phase,
                                .factor = p->factor,
                                .flags = p->flags,
                                .most = p->most,
                                .begun = p->begun,
                                .shift = p->shift,
                                .records = p->visit_count,
                                .clusters = malloc(p->most * sizeof *l->clusters)};
  for (uint32_t i = 0; l->clusters && i < p->most; i++) {
    struct phase_cluster *c = &l->clusters[i];
    *c = p->clusters[i];
    c->time = experiment_ns(e, c->time);
    c->shortest = experiment_ns(e, c->shortest);
    c->longest = experiment_ns(e, c->longest);
  }
  return l->clusters != NULL;
}

uint32_t series_path(const struct analysis *a, uint32_t phase) {
  const uint32_t node = a->experiment->phases[phase].node;
  return node == NO_NODE ? NO_PATH : a->node_path[node];
}

static bool add_phase(struct analysis *a, uint32_t phase) {
  struct phase_points points;
  struct series_location location;
  const bool good = phase_points_of(&points, a->experiment, &a->experiment->phases[phase]) &&
                    series_location_of(a, phase, &location) && series_add(a, series_path(a, phase), &location, &points);
  phase_points_free(&points);
  return good;
}

bool series_find(struct analysis *a) {
  bool good = true;
  for (uint32_t i = 0; good && i < a->experiment->phase_count; i++)
    good = series_path(a, i) == NO_PATH || add_phase(a, i);
  return good && series_conclude(a);
}

bool series_conclude(struct analysis *a) {
  bool good = true;
  for (uint32_t i = 0; i < a->series_count; i++) {
    struct series *s = &a->series[i];
    s->region = a->paths[s->path].region;
    s->shift = s->levels->shift;
    const struct points_level points = series_levels_take(s->levels);
    s->levels = NULL;
    s->points = points.at;
    s->metrics = points.metrics;
    s->point_count = points.count;
    good = good && series_judge(s);
  }
  return good;
}

void series_free(struct analysis *a) {
  for (uint32_t i = 0; i < a->series_count; i++) {
    struct series *s = &a->series[i];
    const struct points_level points = series_levels_take(s->levels);
    free(points.at);
    free(points.metrics);
    for (uint32_t k = 0; k < s->location_count; k++)
      free(s->locations[k].clusters);
    free(s->locations);
    free(s->points);
    free(s->metrics);
    free(s->places);
  }
  free(a->series);
  a->series = NULL;
  a->series_count = 0;
}
