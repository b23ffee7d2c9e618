/* table.h - tables of text: columns are data.
 * Not here: which columns a table has (report.c). */
#ifndef REPORT_TABLE_H
#define REPORT_TABLE_H

#include "analysis.h"

#include <stdio.h>

/* What a column may print from. Which parts are set depends on the table. */
struct row {
  const struct analysis *analysis;
  const struct region *region;
  const struct totals *totals;
  uint32_t depth, location;
};

struct column {
  const char *head;
  bool left; /* aligned */
  void (*print)(char *text, size_t size, const struct row *row);
};

void table_print(FILE *out, const struct column *columns, size_t column_count, const struct row *rows,
                 size_t row_count);

#endif
