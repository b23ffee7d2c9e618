/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* print_listing.h - prints a listing, as a table, as CSV or in Markdown.
 * Not here: its rows, which each command makes. */
#ifndef SHOW_PRINT_LISTING_H
#define SHOW_PRINT_LISTING_H

#include "show/listing.h"

/* Prints the rows as they are, with the columns that were asked for. */
void listing_print(FILE *out, const struct listing *l, const struct row *rows, size_t count);

/* Prints the rows that the user wants, in the order that was asked for. It sorts `rows`, which come in the listing's
 * own order. False: not enough memory. */
bool listing_show(FILE *out, const struct listing *l, struct row *rows, size_t count);
/* The same for rows that are not in memory. */
bool listing_show_rows(FILE *out, const struct listing *l, struct row_source rows);

#endif
