/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* interval_rows.c - loads each interval of a run, takes its figures, and fits a line through the part of the time that
 * each region has. */
#include "show/interval_rows.h"
#include "base/user_error.h"
#include "files/intervals.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DRIFT_ROWS 4u
#define DRIFT_ERRORS 5.0
#define DRIFT_PART 0.01 /* of all time */

struct filling {
  struct interval_rows *rows;
  const struct analysis *whole;
  uint64_t begin;
};

static bool make_room(struct filling *f, uint32_t count) {
  struct interval_rows *r = f->rows;
  r->at = calloc(count, sizeof *r->at);
  r->metrics = calloc((size_t)count * (f->whole->experiment->metric_count + 1ull), sizeof *r->metrics);
  r->parts = calloc((size_t)count * (f->whole->region_count + 1ull), sizeof *r->parts);
  return r->at && r->metrics && r->parts;
}

static bool is_same(const struct region *a, const struct region *b) {
  if (!a->construct || !b->construct)
    return a->construct == b->construct;
  return a->role == b->role && strcmp(a->name, b->name) == 0 && strcmp(a->construct->file, b->construct->file) == 0 &&
         strcmp(a->construct->function, b->construct->function) == 0 &&
         a->construct->begin_line1 == b->construct->begin_line1 && a->construct->address == b->construct->address;
}

/* Regions of a job may have other numbers in another state. */
static uint32_t find_region(const struct analysis *whole, const struct region *r) {
  uint32_t i = analysis_region(whole, r->key);
  if (i != NO_REGION && is_same(&whole->regions[i], r))
    return i;
  for (i = 0; i < whole->region_count; i++)
    if (is_same(&whole->regions[i], r))
      return i;
  return NO_REGION;
}

static void add_metrics(const struct filling *f, const struct analysis *a, uint32_t i) {
  const uint32_t count = f->whole->experiment->metric_count;
  for (uint32_t k = 0; k < a->experiment->metric_count; k++)
    for (uint32_t j = 0; j < count; j++)
      if (strcmp(f->whole->experiment->metrics[j].name, a->experiment->metrics[k].name) == 0)
        for (uint32_t l = 0; l < a->experiment->location_count; l++)
          f->rows->metrics[(size_t)i * count + j] += a->locations[l].metrics[k].inclusive;
}

static double middle_of(const struct interval_row *r) { return (double)r->begin + (double)r->wall / 2; }

static bool take(void *context, const struct experiment *interval, uint32_t i, uint32_t count) {
  struct filling *f = context;
  struct analysis a;
  bool good = (f->rows->at || make_room(f, count)) && analyse(&a, interval);
  if (!good)
    return user_error(NULL, "not enough memory");
  const struct process_totals *t = &a.all;
  f->rows->at[i] =
      (struct interval_row){f->begin, t->wall, t->allocation, t->in_regions, t->waiting, t->idle, t->visits};
  f->begin += t->wall;
  if (i + 1 == count && !t->wall) /* the run ended when an interval was closed */
    return analysis_free(&a), true;
  for (uint32_t k = 0; k < a.region_count; k++) {
    const uint32_t region = find_region(f->whole, &a.regions[k]);
    if (region != NO_REGION && t->allocation)
      f->rows->parts[(size_t)i * f->whole->region_count + region] =
          (double)a.regions[k].totals.exclusive / (double)t->allocation;
  }
  add_metrics(f, &a, i);
  f->rows->count = i + 1;
  analysis_free(&a);
  return true;
}

/* Finds the region whose part grows most by a straight line over time, if the line explains so much that its slope is
 * five times its standard error. The last interval may be a short one, and is left out. */
static void find_drift(struct interval_rows *r, const struct analysis *a) {
  const uint32_t n = r->count - 1;
  double most = DRIFT_PART;
  r->region = NO_REGION;
  double x = 0;
  for (uint32_t i = 0; i < n; i++)
    x += middle_of(&r->at[i]) / n;
  for (uint32_t k = 0; n >= DRIFT_ROWS && k < a->region_count; k++) {
    double y = 0, xx = 0, xy = 0, rest = 0;
    for (uint32_t i = 0; i < n; i++)
      y += r->parts[(size_t)i * a->region_count + k] / n;
    for (uint32_t i = 0; i < n; i++) {
      const double away = middle_of(&r->at[i]) - x;
      xx += away * away;
      xy += away * (r->parts[(size_t)i * a->region_count + k] - y);
    }
    const double slope = xy / xx;
    for (uint32_t i = 0; i < n; i++) {
      const double off = r->parts[(size_t)i * a->region_count + k] - y - slope * (middle_of(&r->at[i]) - x);
      rest += off * off;
    }
    const double begin = middle_of(&r->at[0]) - x, end = middle_of(&r->at[n - 1]) - x;
    const double change = slope * (end - begin);
    if (change < most || slope < DRIFT_ERRORS * sqrt(rest / (n - 2) / xx))
      continue;
    most = change;
    r->region = k;
    r->first = y + slope * begin;
    r->last = y + slope * end;
  }
}

bool interval_rows_find(struct interval_rows *rows, const struct loaded *l, const struct analysis *a) {
  struct filling f = {rows, a, 0};
  *rows = (struct interval_rows){.region = NO_REGION};
  if (!intervals_each_closed(l, load_whole, take, &f))
    return false;
  if (rows->count)
    find_drift(rows, a);
  return true;
}

void interval_rows_free(struct interval_rows *rows) {
  free(rows->at);
  free(rows->metrics);
  free(rows->parts);
  *rows = (struct interval_rows){.region = NO_REGION};
}
