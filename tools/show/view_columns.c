/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* view_columns.c - makes a listing of a view, with the columns of the run's metrics.
 * Not here: the views (report_views.c), the columns (report_columns.def, metric_columns.c). */
#include "show/view_columns.h"
#include "show/metric_columns.h"

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
static const char *const of_locations[] = {"caused_s", "median_visit_s", "p95_visit_s", "iterations", "chunks", NULL};
/* These do where regions are joined. */
static const char *const of_spreads[] = {"self_min_s", "self_mean_s", "self_max_s", NULL};

/* True if the name means a column in `keys`. */
static bool is_among(const char *const *keys, const struct view *v, const char *name, size_t length) {
  const struct column *c = column_find(report_columns, name, length, v->has);
  while (c && *keys && strcmp(c->key, *keys) != 0)
    keys++;
  return c && *keys;
}

/* True if the view shows a column in `keys`, or sorts by it. */
static bool wants_any(const char *const *keys, const struct view *v, const struct table_options *w) {
  const char *columns = w->columns ? w->columns : v->columns, *by = w->sort ? w->sort + (*w->sort == '-') : "";
  bool wants = is_among(keys, v, by, strlen(by));
  for (size_t length; !wants && *columns; columns += length + (columns[length] != 0)) {
    length = strcspn(columns, ",");
    wants = is_among(keys, v, columns, length);
  }
  return wants;
}

bool view_needs_sums(const struct report_request *request, const struct view *v) {
  const struct table_options *w = &request->wanted;
  const bool sums = v->needs == NEEDS_SUMS || v->needs == NEEDS_PATHS ||
                    (v->needs == NEEDS_SUMS_IF_NARROW && table_options_narrow(w));
  if (!v->columns)
    return sums;
  return sums && !wants_any(of_locations, v, w) && (v->needs != NEEDS_SUMS || !wants_any(of_spreads, v, w));
}

bool view_wants_spreads(const struct view *v, const struct table_options *w) {
  return v->joins && wants_any(of_spreads, v, w);
}

struct listing view_listing(const struct view *v, const struct report_request *request, const struct analysis *a) {
  return (struct listing){.name = v->name,
                          .columns = v->columns,
                          .has = v->has,
                          .part = v->part,
                          .wanted = &request->wanted,
                          .all = report_columns,
                          .make = a ? metrics_of : NULL,
                          .of = a};
}
