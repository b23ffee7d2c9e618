/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* phase_series.c - makes series of phases.
 * Not here: which visits stand out (phase_findings.c). */
#include "phase_series.h"
#include "phase_findings.h"

#include <stdlib.h>
#include <string.h>

double series_balance(const struct series_point *p) {
  if (!p->members || !p->most || !p->count)
    return -1;
  const double mean = (double)p->busy / ((double)p->members / (double)p->count);
  return mean < (double)p->most ? mean / (double)p->most : 1;
}

/* Adds records of one location to the points that they are a part of; `sums` is as long as the points. */
static void fold(const struct analysis *a, const struct phase *ph, const struct series *s, struct series_point *sums) {
  const struct experiment *e = a->experiment;
  const struct process *p = &e->processes[ph->process];
  for (uint32_t i = 0; i < ph->visit_count; i++) {
    const struct phase_visits *v = &ph->visits[i];
    const uint32_t at = (uint32_t)((v->first - 1) >> s->shift);
    struct series_point *to = &sums[at];
    const uint64_t since = p->header.sync[0].tick;
    if (v->begin && to->begin == UINT64_MAX)
      to->begin = v->begin > since ? process_ns(p, v->begin - since) : 0;
    if (v->longest > to->longest) {
      to->longest = v->longest;
      to->longest_at = v->longest_at;
    }
    to->time += v->time;
    to->count += v->count;
    to->wait += v->wait;
    to->busy += v->busy;
    to->most += v->most;
    to->members += v->members;
    to->cluster = v->cluster ? v->cluster : to->cluster;
    for (uint32_t k = 0; k < ph->metric_count; k++)
      if (ph->metric[k] < e->metric_count)
        s->metrics[(size_t)at * e->metric_count + ph->metric[k]] += ph->metrics[(size_t)i * ph->metric_count + k];
  }
}

static uint64_t more(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* Adds a location that executes the phase as well. */
static void join(const struct analysis *a, struct series_point *to, const struct series_point *from, bool first) {
  const struct experiment *e = a->experiment;
  if (experiment_ns(e, from->longest) > to->longest) {
    to->longest = experiment_ns(e, from->longest);
    to->longest_at = from->longest_at;
  }
  to->begin = from->begin < to->begin ? from->begin : to->begin;
  to->count = more(to->count, from->count);
  to->time = more(to->time, experiment_ns(e, from->time));
  to->most = more(to->most, experiment_ns(e, from->most));
  to->wait += experiment_ns(e, from->wait);
  to->busy += experiment_ns(e, from->busy);
  to->members += from->members;
  if (first)
    to->cluster = from->cluster;
}

static void clear(struct series_point *points, const struct series *s) {
  memset(points, 0, s->point_count * sizeof *points);
  for (uint32_t i = 0; i < s->point_count; i++) {
    points[i].first = ((uint64_t)i << s->shift) + 1;
    points[i].begin = UINT64_MAX;
  }
}

static bool fill(const struct analysis *a, struct series *s) {
  const struct experiment *e = a->experiment;
  for (uint32_t i = 0; i < s->phase_count; i++) {
    const struct phase *ph = &e->phases[s->phases[i]];
    s->visits = more(s->visits, ph->begun);
    s->shift = ph->shift > s->shift ? ph->shift : s->shift;
  }
  for (uint32_t i = 0; i < s->phase_count; i++) {
    const struct phase *ph = &e->phases[s->phases[i]];
    const uint64_t last = ph->visit_count ? ph->visits[ph->visit_count - 1].first : 0;
    if (last)
      s->point_count = (uint32_t)more(s->point_count, ((last - 1) >> s->shift) + 1);
  }
  struct series_point *sums = calloc(s->point_count + 1ull, sizeof *sums);
  s->points = calloc(s->point_count + 1ull, sizeof *s->points);
  s->metrics = calloc((size_t)(s->point_count + 1ull) * (e->metric_count + 1ull), sizeof *s->metrics);
  if (!sums || !s->points || !s->metrics)
    return free(sums), false;
  clear(s->points, s);
  for (uint32_t i = 0; i < s->phase_count; i++) {
    clear(sums, s);
    fold(a, &e->phases[s->phases[i]], s, sums);
    for (uint32_t k = 0; k < s->point_count; k++)
      join(a, &s->points[k], &sums[k], i == 0);
  }
  free(sums);
  return true;
}

static struct series *series_of(struct analysis *a, uint32_t region, uint32_t path) {
  for (uint32_t i = 0; i < a->series_count; i++)
    if (a->series[i].path == path)
      return &a->series[i];
  a->series[a->series_count] = (struct series){.region = region, .path = path};
  return &a->series[a->series_count++];
}

bool series_find(struct analysis *a) {
  const struct experiment *e = a->experiment;
  if (!e->phase_count)
    return true;
  a->series = calloc(e->phase_count, sizeof *a->series);
  if (!a->series)
    return false;
  for (uint32_t i = 0; i < e->phase_count; i++) {
    const uint32_t node = e->phases[i].node;
    if (node == NO_NODE || a->node_path[node] == NO_PATH)
      continue;
    struct series *s = series_of(a, a->paths[a->node_path[node]].region, a->node_path[node]);
    uint32_t *more_phases = realloc(s->phases, (s->phase_count + 1ull) * sizeof *s->phases);
    if (!more_phases)
      return false;
    s->phases = more_phases;
    s->phases[s->phase_count++] = i;
  }
  for (uint32_t i = 0; i < a->series_count; i++)
    if (!fill(a, &a->series[i]) || !series_conclude(a, &a->series[i]))
      return false;
  return true;
}

void series_free(struct analysis *a) {
  for (uint32_t i = 0; i < a->series_count; i++) {
    free(a->series[i].phases);
    free(a->series[i].points);
    free(a->series[i].metrics);
  }
  free(a->series);
  a->series = NULL;
  a->series_count = 0;
}
