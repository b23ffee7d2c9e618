/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* table_options.h - which part of a table the user wants, in which order, and for whom: the options that each command
 * with tables has. Not here: what follows from them (listing.h). */
#ifndef SHOW_TABLE_OPTIONS_H
#define SHOW_TABLE_OPTIONS_H

#include <regex.h>
#include <stdbool.h>
#include <stddef.h>

struct table_options {
  bool csv;
  bool markdown;       /* as a table of a comment */
  const char *sort;    /* a column, behind a - for the reverse order; NULL: the table's own order */
  const char *columns; /* with commas between them; NULL: the table's own */
  bool has_region, has_top, has_min;
  regex_t region;          /* of the regions' names, functions and places */
  const char *region_text; /* as the user wrote it */
  size_t top;
  double min; /* per cent */
};

/* A row is such an option: its name, its value in --help (NULL: it takes none), its help, and what a shell offers for
 * the value. */
#define TABLE_OPTIONS(ROW)                                                                                             \
  ROW(sort, "COLUMN", "by this column, the largest first; -COLUMN: the smallest", COLUMN)                              \
  ROW(top, "N", "the first N rows alone", NOTHING)                                                                     \
  ROW(min, "PERCENT", "rows of so much of the whole, or more", NOTHING)                                                \
  ROW(region, "REGEX", "regions whose name, function or place matches", NOTHING)                                       \
  ROW(columns, "A,B,…", "these columns, in this order", COLUMNS)                                                       \
  ROW(csv, NULL, "the view as CSV, all digits, a line of names first", NOTHING)

/* Each takes the value of its option. False, with a message, if it is wrong. */
#define TABLE_OPTION_READER(NAME, VALUE, HELP, OFFER)                                                                  \
  bool table_options_read_##NAME(struct table_options *w, const char *value);
TABLE_OPTIONS(TABLE_OPTION_READER)
#undef TABLE_OPTION_READER

/* True if the user wants but a part of the table, or it for a program. */
bool table_options_narrow(const struct table_options *w);

void table_options_free(struct table_options *w);

#endif
