/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* view_columns.h - which columns a view shows: its own, or those that the user has named.
 * Not here: all columns there are (columns.h). */
#ifndef REPORT_VIEW_COLUMNS_H
#define REPORT_VIEW_COLUMNS_H

#include "views.h"

enum { VIEW_COLUMNS = 160 }; /* the most that a view has */

/* Finds a column by what the user calls it, among those that the view can have, and copies it. False: there is none. */
bool view_column(const struct shown *s, const struct view *v, const char *name, size_t length, struct column *column);

/* Makes the columns that the view shows in `columns`, which has room for VIEW_COLUMNS, and returns how many they are.
 */
size_t view_columns(const struct shown *s, const struct view *v, struct column *columns);

/* True if what --columns, --sort, --min and --region ask for can be had of the view. Otherwise the user is told. */
bool view_can(const struct shown *s, const struct view *v);

/* Writes the text of a column of text for a program. */
void column_text(char *text, size_t size, const struct row *row, const struct column *column);

/* Prints a table as CSV (RFC 4180): a line of keys, and one for each row. */
void csv_print(FILE *out, const struct column *columns, size_t column_count, const struct row *rows, size_t row_count);

#endif
