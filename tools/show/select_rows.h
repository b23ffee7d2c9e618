/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* select_rows.h - which rows of a listing the user wants to see, and in which order.
 * Not here: which columns (listing.h). */
#ifndef SHOW_SELECT_ROWS_H
#define SHOW_SELECT_ROWS_H

#include "show/listing.h"

/* True if the user wants the row. */
bool listing_wants(const struct listing *l, const struct row *row);

/* Says on stderr, once, why none of `all` rows is left, if that is so. */
void listing_tell_empty(const struct listing *l, size_t all, size_t left);

/* Leaves the wanted rows at the begin, in the order that was asked for, and returns how many they are, or SIZE_MAX if
 * there is not enough memory. The rows come in the listing's own order. */
size_t listing_select(const struct listing *l, struct row *rows, size_t count);

/* Reduces `rows`, which are all rows in the listing's own order, to the wanted rows in the wanted order. Their `order`
 * is to be freed. False: not enough memory. */
bool listing_choose(const struct listing *l, struct row_source *rows);

/* Compares two rows as --sort asks; 0 if it doesn't, or they are equal. */
struct sorter {
  struct column column;
  bool reversed;
};
bool sorter_make(const struct listing *l, struct sorter *sorter);
int sorter_compare(const struct sorter *sorter, const struct row *a, const struct row *b);

#endif
