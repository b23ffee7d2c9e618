/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* json_phases.c - phases for programs: their visits, the visits' profiles, and outliers. Not here: the contents of a
 * profile (--phase with --json). */
#include "show/interval_rows.h"
#include "show/json_out.h"
#include "show/json_parts.h"
#include "sums/phase_series.h"

static json_t *at(uint64_t time, uint64_t visit, bool *good) {
  json_t *o = json_object();
  set(o, "visit", integer(visit), good);
  set(o, "time_ns", integer(time), good);
  return o;
}

static json_t *point(const struct analysis *a, const struct series *s, uint32_t i, bool *good) {
  const struct series_point *p = &s->points[i];
  const double balance = series_balance(p);
  json_t *o = json_object(), *metrics = json_object();
  for (uint32_t k = 0; k < a->experiment->metric_count; k++)
    set(metrics, a->experiment->metrics[k].name, json_integer(s->metrics[(size_t)i * a->experiment->metric_count + k]),
        good);
  set(o, "first", integer(p->first), good);
  set(o, "finished", integer(p->count), good);
  set(o, "begin_ns", p->begin == UINT64_MAX ? json_null() : integer(p->begin), good);
  set(o, "time_ns", integer(p->time), good);
  set(o, "longest", p->count ? at(p->longest, p->longest_at, good) : json_null(), good);
  set(o, "wait_ns", integer(p->wait), good);
  set(o, "balance", balance < 0 ? json_null() : json_real(balance), good);
  set(o, "profile", p->cluster ? integer(p->cluster) : json_null(), good);
  set(o, "metrics", metrics, good);
  return o;
}

static json_t *profile(const struct series_location *p, uint32_t i, bool *good) {
  const struct phase_cluster *c = &p->clusters[i];
  json_t *o = json_object();
  set(o, "location", integer(p->location), good);
  set(o, "profile", integer(i + 1), good);
  set(o, "visits", integer(c->count), good);
  set(o, "first", integer(c->first), good);
  set(o, "last", integer(c->last), good);
  set(o, "time_ns", integer(c->time), good);
  set(o, "shortest", at(c->shortest, c->shortest_at, good), good);
  set(o, "longest", at(c->longest, c->longest_at, good), good);
  return o;
}

static json_t *place(uint32_t path, double time, bool *good) {
  if (path == NO_PATH)
    return json_null();
  json_t *o = json_object();
  set(o, "callpath", integer(path), good);
  set(o, "more_ns", json_real(time), good);
  return o;
}

static json_t *finding(const struct analysis *a, const struct series *s, const struct series_finding *f, bool *good) {
  const bool drifts = f->kind == SERIES_DRIFT;
  json_t *o = json_object();
  set(o, "kind", json_string_nocheck(drifts ? "drift" : "outlier"), good);
  set(o, "visit", drifts ? json_null() : integer(f->visit), good);
  set(o, "time_ns", json_real(f->time), good);
  set(o, "typical_ns", json_real(f->typical), good);
  set(o, "growth", drifts ? json_real(f->growth) : json_null(), good);
  set(o, "judged", json_boolean(!series_is_doubtful(a, s, f)), good);
  set(o, "in", place(f->path, f->more, good), good);
  set(o, "waits", place(f->waits, f->waited, good), good);
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
  set(o, "region", integer(s->region), good);
  set(o, "callpath", integer(s->path), good);
  set(o, "visits", integer(s->visits), good);
  set(o, "visits_a_point", integer(1ull << s->shift), good);
  set(o, "typical_ns", json_real(s->typical), good);
  set(o, "alike_within", json_real(factor / 64.0), good);
  set(o, "any_paths", json_boolean(any_paths), good);
  set(o, "incomplete", json_boolean(lacks), good);
  set(o, "points", points, good);
  set(o, "outliers", integer(s->outliers), good);
  set(o, "findings", findings, good);
  return o;
}

json_t *json_phase(const struct analysis *a, uint32_t i, bool *good) {
  const struct series *s = &a->series[i];
  const struct series_location *l = &s->locations[0];
  json_t *o = phase(a, s, good), *profiles = json_array();
  for (uint32_t c = 0; c < l->most; c++)
    if (l->clusters[c].count)
      append(profiles, profile(l, c, good), good);
  set(o, "profiles", profiles, good);
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
  set(o, "interval", integer(i + 1ull), good);
  set(o, "begin_ns", integer(t->begin), good);
  set(o, "wall_ns", integer(t->wall), good);
  set(o, "allocation_ns", integer(t->allocation), good);
  set(o, "in_regions_ns", integer(t->in_regions), good);
  set(o, "wait_ns", integer(t->waiting), good);
  set(o, "idle_ns", integer(t->idle), good);
  set(o, "visits", integer(t->visits), good);
  set(o, "metrics", metrics, good);
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
