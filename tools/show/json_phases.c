/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* json_phases.c - phases for programs: their visits, the visits' profiles, and outliers. Not here: the contents of a
 * profile (--phase with --json). */
#include "show/interval_rows.h"
#include "show/json_out.h"
#include "show/json_rows.h"
#include "sums/phase_series.h"

static json_t *at(uint64_t time, uint64_t visit, bool *good) {
  json_t *o = json_object();
#define FIGURES_OF_PHASE_VISIT
#include "files/figures.def"
  return o;
}

static json_t *point(const struct analysis *a, const struct series *s, uint32_t i, bool *good) {
  const struct series_point *p = &s->points[i];
  const double balance = series_balance(p);
  json_t *o = json_object(), *metrics = json_object();
  for (uint32_t k = 0; k < a->experiment->metric_count; k++)
    set(metrics, a->experiment->metrics[k].name, json_integer(s->metrics[(size_t)i * a->experiment->metric_count + k]),
        good);
#define FIGURES_OF_PHASE_POINT
#include "files/figures.def"
  return o;
}

static json_t *profile(const struct series_location *p, uint32_t i, bool *good) {
  const struct phase_cluster *c = &p->clusters[i];
  json_t *o = json_object();
#define FIGURES_OF_PHASE_PROFILE
#include "files/figures.def"
  return o;
}

static json_t *place(uint32_t path, double time, bool *good) {
  if (path == NO_PATH)
    return json_null();
  json_t *o = json_object();
#define FIGURES_OF_PHASE_PLACE
#include "files/figures.def"
  return o;
}

static json_t *finding(const struct analysis *a, const struct series *s, const struct series_finding *f, bool *good) {
  const bool drifts = f->kind == SERIES_DRIFT;
  json_t *o = json_object();
#define FIGURES_OF_PHASE_FINDING
#include "files/figures.def"
  return o;
}

/* Makes the object of a phase without the profiles, which each location has for itself. */
static json_t *phase(const struct analysis *a, const struct series *s, bool *good) {
  json_t *o = json_object(), *points = json_array(), *findings = json_array();
  uint32_t factor = 0;
  bool any_paths = false, lacks = false;
  for (uint32_t k = 0; k < s->point_count; k++)
    append(points, point(a, s, k, good), good);
  for (uint32_t k = 0; k < s->location_count; k++) {
    const struct series_location *l = &s->locations[k];
    factor = l->factor > factor ? l->factor : factor;
    any_paths |= (l->flags & POMP_PHASE_ANY_PATHS) != 0;
    lacks |= (l->flags & POMP_PHASE_LACKS) != 0;
  }
  for (uint32_t k = 0; k < s->finding_count; k++)
    append(findings, finding(a, s, &s->findings[k], good), good);
#define FIGURES_OF_PHASE
#include "files/figures.def"
  return o;
}

json_t *json_phase(const struct analysis *a, uint32_t i, bool *good) {
  const struct series *s = &a->series[i];
  const struct series_location *l = &s->locations[0];
  json_t *o = phase(a, s, good), *profiles = json_array();
  for (uint32_t c = 0; c < l->most; c++)
    if (l->clusters[c].count)
      append(profiles, profile(l, c, good), good);
#define FIGURES_OF_PHASE_PROFILES
#include "files/figures.def"
  return o;
}

void json_phase_write(struct json_out *o, const struct analysis *a, uint32_t i) {
  const struct series *s = &a->series[i];
  bool good = true, first = true;
  json_out_open_object(o, phase(a, s, &good));
  json_out_text(o, ",\"profiles\":[");
  for (uint32_t k = 0; k < s->location_count; k++)
    for (uint32_t c = 0; c < s->locations[k].most; c++)
      if (s->locations[k].clusters[c].count) {
        json_out_text(o, first ? "" : ",");
        json_out_value(o, profile(&s->locations[k], c, &good));
        first = false;
      }
  json_out_text(o, "]}");
  o->failed |= !good;
}

static json_t *interval(const struct interval_rows *r, uint32_t i, const struct experiment *e, bool *good) {
  const struct interval_row *t = &r->at[i];
  json_t *o = json_object(), *metrics = json_object();
  for (uint32_t k = 0; k < e->metric_count; k++)
    set(metrics, e->metrics[k].name, json_integer(r->metrics[(size_t)i * e->metric_count + k]), good);
#define FIGURES_OF_INTERVAL
#include "files/figures.def"
  return o;
}

/* The array is empty if an interval or a phase of the run is shown. */
json_t *json_intervals(const struct loaded *l, const struct analysis *a, bool *good) {
  struct interval_rows rows = {.region = NO_REGION};
  json_t *array = json_array();
  if (!l->experiment.phase && !l->interval)
    *good &= interval_rows_find(&rows, l, a);
  for (uint32_t i = 0; i < rows.count; i++)
    append(array, interval(&rows, i, a->experiment, good), good);
  interval_rows_free(&rows);
  return array;
}
