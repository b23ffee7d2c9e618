/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* efficiency_values.c - the cells of the view of efficiencies.
 * Not here: which columns there are (report_columns.def), the table by factors (efficiency_view.c). */
#include "show/efficiency_rows.h"
#include "show/row_values.h"

#include <math.h>

/* Returns no figure if the number is not known, or the run has not entered the region. */
static struct value number_or_nothing(const struct row *row, double number) {
  return row->efficiency->efficiency.there && isfinite(number) ? value_number(number) : NOTHING;
}

CELL(cell_experiment) { snprintf(text, size, "%s", row->efficiency->experiment); }
CELL(cell_interest) { snprintf(text, size, "%s", row->efficiency->region ? row->efficiency->region : ""); }
CELL(cell_loses) {
  const char *key = row->efficiency->scaling.loses_key;
  snprintf(text, size, "%s", row->efficiency->efficiency.there && key ? key : "");
}
VALUE(value_ranks) { return value_count(row->efficiency->efficiency.ranks); }
VALUE(value_run_threads) { return value_count(row->efficiency->efficiency.threads); }
VALUE(value_wall) {
  double wall = row->efficiency->efficiency.wall;
  return row->efficiency->efficiency.there ? value_time(wall < (double)INT64_MAX ? (uint64_t)wall : INT64_MAX)
                                           : NOTHING;
}
VALUE(value_speedup) { return number_or_nothing(row, row->efficiency->scaling.speedup); }
VALUE(value_efficiency) { return number_or_nothing(row, row->efficiency->scaling.efficiency); }
VALUE(value_factor) { return number_or_nothing(row, row->efficiency->efficiency.factor[column->index]); }
VALUE(value_scaling) { return number_or_nothing(row, row->efficiency->scaling.factor[column->index]); }
