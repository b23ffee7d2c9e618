/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* phase_findings.c - finds visits that stand out, and drifts from visit to visit.
 *
 * A visit stands out if it took more than 1.5 times as long as the median, and more above it than 6 times the median of
 * all distances from it. Visits drift if a straight line through the others that are near to it explains so much that
 * its slope is 5 times as large as its standard error, and they took a tenth more at one end than at the other.
 * Not here: where that comes from (phase_places.c). */
#include "sums/phase_findings.h"

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

/* --- visits that stand out --- */

static void add_outlier(struct series *s, const struct series_point *p) {
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
  *f = (struct series_finding){.kind = SERIES_OUTLIER,
                               .visit = p->longest_at,
                               .time = (double)p->longest,
                               .typical = s->typical,
                               .path = NO_PATH,
                               .waits = NO_PATH};
  f->lost = f->time - f->typical;
  f->least = f->lost / 10;
}

static void find_outliers(struct series *s, double *values) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < s->point_count; i++)
    if (s->points[i].count)
      values[count++] = mean_of(&s->points[i]);
  s->typical = median(values, count);
  for (uint32_t i = 0; i < count; i++)
    values[i] = fabs(values[i] - s->typical);
  const double spread = median(values, count);
  for (uint32_t i = 0; i < s->point_count; i++) {
    const double longest = (double)s->points[i].longest;
    s->points[i].out = longest > LONG * s->typical && longest > s->typical + SPREADS * spread;
    if (s->points[i].out)
      add_outlier(s, &s->points[i]);
  }
}

/* --- what grows --- */

/* Returns how long the visits of a point took, but for one that stands out. */
static double usual(const struct series_point *p) {
  return p->out && p->count > 1 ? (double)(p->time - p->longest) / (double)(p->count - 1) : mean_of(p);
}

/* A point with a visit that stands out counts if it has others, and most points are like that. */
static bool counts(const struct series *s, uint32_t i) {
  const struct series_point *p = &s->points[i];
  return p->count && (!p->out || (p->count > 1 && s->outliers > s->point_count / 2));
}

/* Leaves in `line` the points that are near to a straight line, which those on which a machine with other work to do
 * has put its mark hardly move: its slope is the median of those between points that are half of the series apart. Of a
 * few points all stay, as some may be in line by chance. */
static void find_near(struct series *s, double *values) {
  uint32_t count = 0, half = s->point_count / 2;
  for (uint32_t i = 0; i < s->point_count; i++)
    s->points[i].line = counts(s, i);
  for (uint32_t i = 0; i + half < s->point_count; i++)
    if (half && s->points[i].line && s->points[i + half].line)
      values[count++] = (usual(&s->points[i + half]) - usual(&s->points[i])) / half;
  const double slope = median(values, count);
  count = 0;
  for (uint32_t i = 0; i < s->point_count; i++)
    if (s->points[i].line)
      values[count++] = usual(&s->points[i]) - slope * i;
  const double begin = median(values, count);
  for (uint32_t i = 0; i < count; i++)
    values[i] = fabs(values[i] - begin);
  const double far = SPREADS * median(values, count), least = s->typical * DRIFT_PART / 10;
  for (uint32_t i = 0; count >= 2 * DRIFT_POINTS && i < s->point_count; i++)
    if (s->points[i].line) {
      const double away = fabs(usual(&s->points[i]) - slope * i - begin);
      s->points[i].line = away <= far || away <= least;
    }
}

static void find_drift(struct series *s) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0, rest = 0;
  for (uint32_t i = 0; i < s->point_count; i++)
    if (s->points[i].line) {
      n++;
      x += (double)s->points[i].first;
      y += usual(&s->points[i]);
    }
  if (n < DRIFT_POINTS)
    return;
  x /= n;
  y /= n;
  for (uint32_t i = 0; i < s->point_count; i++)
    if (s->points[i].line) {
      const double away = (double)s->points[i].first - x;
      xx += away * away;
      xy += away * (usual(&s->points[i]) - y);
    }
  const double slope = xy / xx, last = (double)s->points[s->point_count - 1].first;
  for (uint32_t i = 0; i < s->point_count; i++)
    if (s->points[i].line) {
      const double off = usual(&s->points[i]) - y - slope * ((double)s->points[i].first - x);
      rest += off * off;
    }
  const double error = sqrt(rest / (n - 2) / xx), begin = y + slope * (1 - x), end = y + slope * (last - x);
  if (fabs(slope) < DRIFT_ERRORS * error || begin <= 0 || fabs(end - begin) < DRIFT_PART * (begin < end ? begin : end))
    return;
  struct series_finding *f = &s->findings[s->finding_count++];
  *f = (struct series_finding){.kind = SERIES_DRIFT,
                               .time = end,
                               .typical = begin,
                               .growth = slope / begin,
                               .middle = x,
                               .squares = slope < 0 ? -xx : xx,
                               .least = fabs(slope) / 10,
                               .path = NO_PATH,
                               .waits = NO_PATH};
  for (uint32_t i = 0; i < s->point_count; i++)
    if (counts(s, i))
      f->lost += (double)s->points[i].count * slope * ((double)s->points[i].first - 1);
}

bool series_judge(struct series *s) {
  double *values = calloc(s->point_count + 1ull, sizeof *values);
  if (values) {
    find_outliers(s, values);
    find_near(s, values);
    find_drift(s);
  }
  free(values);
  return values != NULL;
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
