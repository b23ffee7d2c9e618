/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* phase_findings.c - the functions of phase_findings.h.
 *
 * A visit stands out if it took more than 1.5 times as long as the median, and more above it than 6 times the median of
 * all distances from it. Visits drift if a straight line through the others explains so much that its slope is 5 times
 * as large as its standard error, and they took a tenth more at one end than at the other. Where that comes from, the
 * clusters' profiles tell. */
#include "phase_findings.h"
#include "pomp_roles.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONG 1.5
#define SPREADS 6.0
#define DRIFT_PART 0.1
#define DRIFT_ERRORS 5.0
#define DRIFT_POINTS 8u

static int by_value(const void *x, const void *y) {
  const double a = *(const double *)x, b = *(const double *)y;
  return a < b ? -1 : a > b;
}
static double median(double *values, uint32_t count) {
  qsort(values, count, sizeof *values, by_value);
  return count ? (values[(count - 1) / 2] + values[count / 2]) / 2 : 0;
}

static double mean_of(const struct series_point *p) { return (double)p->time / (double)p->count; }

/* --- where --- */

/* Adds what each cluster of a phase has of each call path's exclusive time, in ns, so many times as `weights` says. */
static void add_profiles(const struct analysis *a, uint32_t phase, const double *weights, double *paths) {
  const struct experiment *e = a->experiment;
  const struct phase *p = &e->phases[phase];
  for (uint32_t i = 0; i < e->phase_cells_count; i++) {
    const struct phase_cells *c = &e->phase_cells[i];
    for (uint32_t k = 0; c->phase == phase && k < c->count; k++) {
      double time = 0;
      for (uint32_t cluster = 0; cluster < p->most; cluster++)
        if (weights[cluster] != 0 && c->row[cluster])
          time += weights[cluster] * (double)experiment_ns(e, phase_cell(c, cluster, k)[1]);
      const uint32_t node = c->nodes[k], path = node == NO_NODE ? NO_PATH : a->node_path[node];
      if (path == NO_PATH)
        continue;
      paths[path] += time;
      if (node != p->node && a->node_is_part[node] && a->node_path[e->nodes[node].parent] != NO_PATH)
        paths[a->node_path[e->nodes[node].parent]] -= time;
    }
  }
}

void series_profile(const struct analysis *a, uint32_t phase, uint32_t cluster, double *weights, double *paths) {
  const struct phase *p = &a->experiment->phases[phase];
  memset(weights, 0, p->most * sizeof *weights);
  weights[cluster] = 1 / (double)p->clusters[cluster].count;
  add_profiles(a, phase, weights, paths);
}

static bool waits(const struct analysis *a, uint32_t path) {
  const uint32_t role = a->regions[a->paths[path].region].role;
  return pomp_role_is(role, POMP_IS_WAITING) || pomp_role_wait(role) == POMP_WAIT_BLOCKED;
}

/* Finds the call path with most, and the one in which threads waited most. What has less than a tenth of what is to be
 * explained is none. */
static void find_places(const struct analysis *a, struct series_finding *f, const double *paths, double least) {
  f->path = f->waits = NO_PATH;
  for (uint32_t i = 0; i < a->path_count; i++) {
    uint32_t *where = waits(a, i) ? &f->waits : &f->path;
    double *most = waits(a, i) ? &f->waited : &f->more;
    if (paths[i] > least && (*where == NO_PATH || paths[i] > *most)) {
      *where = i;
      *most = paths[i];
    }
  }
}

/* Weighs the cluster of a visit against all others. */
static void weigh_visit(const struct phase *p, uint64_t visit, double *weights) {
  const uint32_t cluster = phase_cluster_of(p, visit);
  uint64_t others = 0;
  memset(weights, 0, p->most * sizeof *weights);
  for (uint32_t k = 0; k < p->most; k++)
    others += k == cluster ? 0 : p->clusters[k].count;
  if (cluster >= p->most || !others || !p->clusters[cluster].count)
    return;
  for (uint32_t k = 0; k < p->most; k++)
    weights[k] = p->clusters[k].count ? -1 / (double)others : 0;
  weights[cluster] = 1 / (double)p->clusters[cluster].count;
}

/* Weighs each cluster by how far its visits are behind the middle, so that what is left is the slope of a line. */
static void weigh_drift(const struct series *s, const struct phase *p, double middle, double squares, double *weights) {
  memset(weights, 0, p->most * sizeof *weights);
  for (uint32_t i = 0; i < s->point_count; i++) {
    const struct series_point *v = &s->points[i];
    if (v->cluster && v->cluster <= p->most && v->count && p->clusters[v->cluster - 1].count)
      weights[v->cluster - 1] += ((double)v->first - middle) / squares / (double)p->clusters[v->cluster - 1].count;
  }
}

struct work {
  double *paths, *weights, *values;
  bool *out; /* the point has a visit that stands out */
};

/* --- visits that stand out --- */

static void add_outlier(const struct analysis *a, struct series *s, const struct series_point *p, struct work *w) {
  uint32_t at = s->finding_count < SERIES_FINDINGS ? s->finding_count : SERIES_FINDINGS;
  s->outliers++;
  s->outlying += (double)p->longest - s->typical;
  while (at && s->findings[at - 1].time < (double)p->longest)
    at--;
  if (at == SERIES_FINDINGS)
    return;
  const uint32_t kept = s->finding_count < SERIES_FINDINGS ? s->finding_count : SERIES_FINDINGS - 1;
  memmove(&s->findings[at + 1], &s->findings[at], (kept - at) * sizeof *s->findings);
  s->finding_count = kept + 1;
  struct series_finding *f = &s->findings[at];
  *f = (struct series_finding){
      .kind = SERIES_OUTLIER, .visit = p->longest_at, .time = (double)p->longest, .typical = s->typical};
  f->lost = f->time - f->typical;
  memset(w->paths, 0, a->path_count * sizeof *w->paths);
  for (uint32_t i = 0; i < s->phase_count; i++) {
    weigh_visit(&a->experiment->phases[s->phases[i]], f->visit, w->weights);
    add_profiles(a, s->phases[i], w->weights, w->paths);
  }
  find_places(a, f, w->paths, (f->time - f->typical) / 10);
}

static void find_outliers(const struct analysis *a, struct series *s, struct work *w) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < s->point_count; i++)
    if (s->points[i].count)
      w->values[count++] = mean_of(&s->points[i]);
  s->typical = median(w->values, count);
  for (uint32_t i = 0; i < count; i++)
    w->values[i] = fabs(w->values[i] - s->typical);
  const double spread = median(w->values, count);
  for (uint32_t i = 0; i < s->point_count; i++) {
    const double longest = (double)s->points[i].longest;
    w->out[i] = longest > LONG * s->typical && longest > s->typical + SPREADS * spread;
    if (w->out[i])
      add_outlier(a, s, &s->points[i], w);
  }
}

/* --- what grows --- */

static void find_drift(const struct analysis *a, struct series *s, struct work *w) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0, rest = 0;
  for (uint32_t i = 0; i < s->point_count; i++)
    if (s->points[i].count && !w->out[i]) {
      n++;
      x += (double)s->points[i].first;
      y += mean_of(&s->points[i]);
    }
  if (n < DRIFT_POINTS)
    return;
  x /= n;
  y /= n;
  for (uint32_t i = 0; i < s->point_count; i++)
    if (s->points[i].count && !w->out[i]) {
      const double away = (double)s->points[i].first - x;
      xx += away * away;
      xy += away * (mean_of(&s->points[i]) - y);
    }
  const double slope = xy / xx, last = (double)s->points[s->point_count - 1].first;
  for (uint32_t i = 0; i < s->point_count; i++)
    if (s->points[i].count && !w->out[i]) {
      const double off = mean_of(&s->points[i]) - y - slope * ((double)s->points[i].first - x);
      rest += off * off;
    }
  const double error = sqrt(rest / (n - 2) / xx), begin = y + slope * (1 - x), end = y + slope * (last - x);
  if (fabs(slope) < DRIFT_ERRORS * error || begin <= 0 || fabs(end - begin) < DRIFT_PART * (begin < end ? begin : end))
    return;
  struct series_finding *f = &s->findings[s->finding_count++];
  *f = (struct series_finding){
      .kind = SERIES_DRIFT, .time = end, .typical = begin, .growth = slope / begin, .path = NO_PATH, .waits = NO_PATH};
  for (uint32_t i = 0; i < s->point_count; i++)
    if (s->points[i].count && !w->out[i])
      f->lost += (double)s->points[i].count * slope * ((double)s->points[i].first - 1);
  memset(w->paths, 0, a->path_count * sizeof *w->paths);
  for (uint32_t i = 0; i < s->phase_count; i++) {
    weigh_drift(s, &a->experiment->phases[s->phases[i]], x, slope < 0 ? -xx : xx, w->weights);
    add_profiles(a, s->phases[i], w->weights, w->paths);
  }
  find_places(a, f, w->paths, fabs(slope) / 10);
}

bool series_conclude(const struct analysis *a, struct series *s) {
  uint32_t most = 0;
  for (uint32_t i = 0; i < s->phase_count; i++)
    most = a->experiment->phases[s->phases[i]].most > most ? a->experiment->phases[s->phases[i]].most : most;
  struct work w = {.paths = calloc(a->path_count + 1ull, sizeof *w.paths),
                   .weights = calloc(most + 1ull, sizeof *w.weights),
                   .values = calloc(s->point_count + 1ull, sizeof *w.values),
                   .out = calloc(s->point_count + 1ull, sizeof *w.out)};
  const bool good = w.paths && w.weights && w.values && w.out;
  if (good) {
    find_outliers(a, s, &w);
    find_drift(a, s, &w);
  }
  free(w.paths);
  free(w.weights);
  free(w.values);
  free(w.out);
  return good;
}

const char *series_time_text(char *text, size_t size, double ns) {
  if (ns < 1e3)
    snprintf(text, size, "%.0f ns", ns);
  else if (ns < 1e6)
    snprintf(text, size, "%.3g us", ns * 1e-3);
  else if (ns < 1e9)
    snprintf(text, size, "%.3g ms", ns * 1e-6);
  else
    snprintf(text, size, "%.3f s", ns * 1e-9);
  return text;
}
