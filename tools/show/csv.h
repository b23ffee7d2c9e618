/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* csv.h - tables for other programs.
 * Not here: which rows and columns (select_rows.h, listing.h). */
#ifndef SHOW_CSV_H
#define SHOW_CSV_H

#include "show/table.h"

/* Prints a table as CSV (RFC 4180): a line of keys, and one for each row. */
void csv_print(FILE *out, const struct column *columns, size_t column_count, const struct row_source *rows);

#endif
