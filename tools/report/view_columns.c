/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* view_columns.c - makes a listing of a view, with the columns of the run's metrics.
 * Not here: the views (views.c), the columns (columns.c, metric_columns.c). */
#include "view_columns.h"
#include "metric_columns.h"

#include <string.h>

_Static_assert(TABLE_COLUMNS - LISTING_MORE <= 0, "there is room for all metrics");

/* Makes the columns of metrics that rows can have. Locations have one for each. */
static size_t metrics_of(const void *of, unsigned has, struct column *columns, size_t room) {
  const struct analysis *a = of;
  if (!(has & (HAS_TOTALS | HAS_SUMS)))
    return 0;
  return metric_columns(a->experiment, has & HAS_SUMS ? SELF : SELF_AND_INCLUSIVE, columns, room);
}

/* These columns need more than sums. */
static bool needs_locations(const struct view *v, const char *name, size_t length) {
  static const char *const keys[] = {"self_min_s", "self_mean_s",    "self_max_s",  "imbalance_percent",
                                     "caused_s",   "median_visit_s", "p95_visit_s", "cpu_imbalance_percent",
                                     "iterations", "chunks"};
  const struct column *c = column_find(report_columns, name, length, v->has);
  for (size_t i = 0; c && i < COUNT(keys); i++)
    if (strcmp(c->key, keys[i]) == 0)
      return true;
  return false;
}

bool view_needs_sums(const struct view *v, const struct wanted *w) {
  const char *columns = w->columns ? w->columns : v->columns, *sort = w->sort;
  bool sums = v->needs == NEEDS_SUMS || (v->needs == NEEDS_SUMS_IF_NARROW && wanted_narrows(w));
  for (size_t length; sums && *columns; columns += length + (columns[length] != 0)) {
    length = strcspn(columns, ",");
    sums = !needs_locations(v, columns, length);
  }
  const char *by = !sort ? "" : *sort == '-' ? sort + 1 : sort;
  return sums && !needs_locations(v, by, strlen(by));
}

struct listing view_listing(const struct view *v, const struct asked *asked, const struct analysis *a) {
  return (struct listing){.name = v->name,
                          .columns = v->columns,
                          .has = v->has,
                          .part = v->part,
                          .wanted = &asked->wanted,
                          .all = report_columns,
                          .make = a ? metrics_of : NULL,
                          .of = a};
}
