/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* report_columns.c - the table of the columns that views may have.
 * Not here: its rows (report_columns.def), their figures (row_values.c), metrics, which each run has others of
 * (metric_columns.c), the columns of a comparison (diff_values.c). */
#include "findings/mpi_waits.h"
#include "show/column_rows.h"
#include "show/diff_values.h"
#include "show/efficiency_rows.h"
#include "show/report_view.h"

#define LATE(key, head, kind, words)                                                                                   \
  {head, false, cell_of_value, kind, key, UNIT_SECONDS, value_late, NULL, HAS_LATE, words},
#define FACTOR(key, factor, words)                                                                                     \
  {key, false, cell_of_value, FACTOR_##factor, key, UNIT_NUMBER, value_factor, NULL, HAS_EFFICIENCY, words},
#define SCALED(key, factor, words)                                                                                     \
  {key, false, cell_of_value, SCALING_##factor, key, UNIT_NUMBER, value_scaling, NULL, HAS_EFFICIENCY, words},

#define FIGURE(key, head, unit, name, value, of, words) NUMBER(key, head, unit, value_##name, of, words)
static const struct column columns[] = {
#include "show/report_columns.def"
    {.key = NULL},
};

const struct column *const report_columns[] = {columns, compared_columns, NULL};
