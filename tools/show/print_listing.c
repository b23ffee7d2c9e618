/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* print_listing.c - prints what was chosen of a listing.
 * Not here: the choice (select_rows.c, listing.c). */
#include "show/print_listing.h"
#include "show/csv.h"
#include "show/markdown.h"
#include "show/select_rows.h"

#include <stdlib.h>

static void print_rows(FILE *out, const struct listing *l, const struct row_source *rows) {
  static struct column columns[LISTING_COLUMNS];
  size_t width = listing_columns(l, columns);
  (l->wanted->csv ? csv_print : l->wanted->markdown ? markdown_table : table_print_rows)(out, columns, width, rows);
}

void listing_print(FILE *out, const struct listing *l, const struct row *rows, size_t count) {
  const struct row_source all = row_source_of(rows, count);
  print_rows(out, l, &all);
}

bool listing_show_rows(FILE *out, const struct listing *l, struct row_source rows) {
  const bool good = listing_choose(l, &rows);
  if (good)
    print_rows(out, l, &rows);
  free(rows.order);
  return good;
}

bool listing_show(FILE *out, const struct listing *l, struct row *rows, size_t count) {
  size_t some = listing_select(l, rows, count);
  if (some != SIZE_MAX)
    listing_print(out, l, rows, some);
  return some != SIZE_MAX;
}
