/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* view_columns.c - makes a listing of a view, with the columns of the run's metrics.
 * Not here: the views (views.c), the columns (columns.c, metric_columns.c). */
#include "view_columns.h"
#include "metric_columns.h"

_Static_assert(TABLE_COLUMNS - LISTING_MORE <= 0, "there is room for all metrics");

/* Makes the columns of metrics that rows can have. Locations have one for each. */
static size_t metrics_of(const void *of, unsigned has, struct column *columns, size_t room) {
  const struct analysis *a = of;
  if (!(has & (HAS_TOTALS | HAS_SUMS)))
    return 0;
  return metric_columns(a->experiment, has & HAS_SUMS ? SELF : SELF_AND_INCLUSIVE, columns, room);
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
