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
  const char *region_text; /* as the user wrote it; NULL: all */
  unsigned top;
  double min; /* per cent */
};

/* These are the rows of such options, for a struct table_options and the names of all columns. */
#define TABLE_OPTION_ROWS(WANTED, COLUMNS)                                                                             \
  {.name = "sort",                                                                                                     \
   .value = "COLUMN",                                                                                                  \
   .help = "by this column, the largest first; -COLUMN: the smallest",                                                 \
   .offer = OFFER_WORDS,                                                                                               \
   .words = (COLUMNS),                                                                                                 \
   .text = &(WANTED).sort,                                                                                             \
   .takes = "a column, as self_s, or -self_s for the reverse order"},                                                  \
      {.name = "top",                                                                                                  \
       .value = "N",                                                                                                   \
       .help = "the first N rows alone",                                                                               \
       .flag = &(WANTED).has_top,                                                                                      \
       .number = &(WANTED).top,                                                                                        \
       .least = 1,                                                                                                     \
       .takes = "a number of rows, from 1 on"},                                                                        \
      {.name = "min",                                                                                                  \
       .value = "PERCENT",                                                                                             \
       .help = "rows of so much of the whole, or more",                                                                \
       .flag = &(WANTED).has_min,                                                                                      \
       .percent = &(WANTED).min,                                                                                       \
       .takes = "a percentage, as 0.5"},                                                                               \
      {.name = "region",                                                                                               \
       .value = "REGEX",                                                                                               \
       .help = "regions whose name, function or place matches",                                                        \
       .text = &(WANTED).region_text},                                                                                 \
      {.name = "columns",                                                                                              \
       .value = "A,B,…",                                                                                               \
       .help = "these columns, in this order",                                                                         \
       .offer = OFFER_LIST,                                                                                            \
       .words = (COLUMNS),                                                                                             \
       .text = &(WANTED).columns,                                                                                      \
       .takes = "columns with commas between them, as self_s,visits,region"},                                          \
  {                                                                                                                    \
    .name = "csv", .help = "the view as CSV, all digits, a line of names first", .flag = &(WANTED).csv                 \
  }

/* Reads the expression of the regions that are wanted. False, with a message, if it is wrong. */
bool table_options_compile(struct table_options *w);

/* True if the user wants but a part of the table, or it for a program. */
bool table_options_narrow(const struct table_options *w);

void table_options_free(struct table_options *w);

#endif
