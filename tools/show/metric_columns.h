/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* metric_columns.h - metrics as columns of tables.
 * Not here: which tables have them (report_tables.c, threads_view.c). */
#ifndef SHOW_METRIC_COLUMNS_H
#define SHOW_METRIC_COLUMNS_H

#include "show/table.h"

#define SHOWN_METRICS 32 /* more than a run can have */
enum { TABLE_COLUMNS = 2 * SHOWN_METRICS + 32 };

enum metric_view { SELF, SELF_AND_INCLUSIVE };

/* Makes the columns of the metrics, as far as there is room; if inclusive values are shown, there are the figures that
 * follow from them, too. The result is how many they are. */
size_t metric_columns(const struct experiment *e, enum metric_view view, struct column *columns, size_t room);

/* Prints the table of regions' metrics, if there are any. False if there is not enough memory. */
bool report_metrics(FILE *out, const struct analysis *a, const struct row *rows, size_t count);

void print_count(char *text, size_t size, int64_t n, const char *unit);

#endif
