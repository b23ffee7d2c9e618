/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* listing.h - a table whose columns, rows and order the user may choose: its default columns, or the columns that
 * options name. Not here: the choice of rows (select_rows.h), printing (print_listing.h), a command's columns. */
#ifndef SHOW_LISTING_H
#define SHOW_LISTING_H

#include "show/columns.h"
#include "show/table_options.h"

enum { LISTING_COLUMNS = 160, LISTING_MORE = 96 }; /* the most that one shows, and that a run has of its own */

/* NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): the order is that of reading. */
struct listing {
  const char *name;    /* of the option that asks for it */
  const char *columns; /* the keys that it has unless the user chooses others, and `metrics`, which stands for those
                          that the run has of its own */
  unsigned has;        /* what its rows have */
  const char *part;    /* the column that --min is about; NULL: it has none */
  const struct table_options *wanted;
  column_lists all;
  /* Makes the columns that the run has of its own, and returns how many they are; NULL: it has none. */
  size_t (*make)(const void *of, unsigned has, struct column *columns, size_t room);
  const void *of;
};

/* Finds a column by what the user calls it, among those that the listing can have, and copies it. False: there is none.
 */
bool listing_column(const struct listing *l, const char *name, size_t length, struct column *column);

/* Makes the columns that are shown in `columns`, which has room for LISTING_COLUMNS, and returns how many they are. */
size_t listing_columns(const struct listing *l, struct column *columns);

/* True if what --columns, --sort, --min and --region ask for can be had. Otherwise the user gets a message. */
bool listing_can(const struct listing *l);

#endif
