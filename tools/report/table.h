/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* table.h - tables of text: columns are data.
 * Not here: which columns a table has (report.c). */
#ifndef REPORT_TABLE_H
#define REPORT_TABLE_H

#include "analysis.h"

#include <stdio.h>

/* A column prints from this. The table decides which members are set. */
struct row {
  const struct analysis *analysis;
  const struct region *region;
  const struct totals *totals;
  const struct blame *blame;
  const struct open_visit *open;
  const struct idle_time *idle;
  const struct late_row *late;      /* then `depth` is the call path's number */
  const struct metric_sum *metrics; /* used instead of those of the totals */
  uint32_t depth, location, process;
  uint32_t rank;    /* where the location stands in the table */
  uint64_t subtree; /* of a call path */
};

/* NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): what most columns do without is last. */
struct column {
  const char *head;
  bool left; /* aligned */
  void (*print)(char *text, size_t size, const struct row *row, const struct column *column);
  uint32_t index; /* which one it is, among columns of the same kind */
};

/* Prints a table. A column with nothing in its cells is left out. */
void table_print(FILE *out, const struct column *columns, size_t column_count, const struct row *rows,
                 size_t row_count);

#endif
