/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* table.c - lays out a table: each column as wide as its widest cell.
 * Not here: the cells. */
#include "table.h"
#include "text.h"

#include <string.h>

#define COLUMNS 160 /* more than a table has */

void table_print(FILE *out, const struct column *columns, size_t column_count, const struct row *rows,
                 size_t row_count) {
  size_t width[COLUMNS] = {0};
  static char text[CELL_SIZE];
  for (size_t c = 0; c < column_count; c++) {
    width[c] = 0;
    for (size_t r = 0; r < row_count; r++) {
      columns[c].print(text, sizeof text, &rows[r], &columns[c]);
      size_t n = text_columns(text);
      width[c] = n > width[c] ? n : width[c];
    }
    size_t head = text_columns(columns[c].head);
    width[c] = width[c] && head > width[c] ? head : width[c]; /* 0: left out */
  }
  for (size_t r = 0; r <= row_count; r++) { /* row 0 is the heads */
    size_t owed = 0;                        /* spaces, written when something follows: no line ends with any */
    for (size_t c = 0; c < column_count; c++) {
      if (!width[c])
        continue;
      if (r > 0)
        columns[c].print(text, sizeof text, &rows[r - 1], &columns[c]);
      else
        snprintf(text, sizeof text, "%s", columns[c].head);
      size_t gap = width[c] - text_columns(text);
      owed += 2 + (columns[c].left ? 0 : gap);
      if (*text) {
        fprintf(out, "%*s%s", (int)owed, "", text);
        owed = 0;
      }
      owed += columns[c].left ? gap : 0;
    }
    fputc('\n', out);
  }
}
