/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* csv.c - a table as CSV for other programs, as RFC 4180 has it: all digits, no units, a line of keys first.
 * Not here: which rows and columns (select_rows.c, listing.c). */
#include "show/csv.h"
#include "pomp_text.h"
#include "show/columns.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Prints a text. One that a spreadsheet would take for a formula gets an apostrophe before it, which makes it a text
 * there: names of files and regions are anybody's. */
static void print_field(FILE *out, const char *text) {
  static char harmless[CELL_SIZE + 1];
  if (pomp_text_is_formula(text)) {
    snprintf(harmless, sizeof harmless, "'%s", text);
    text = harmless;
  }
  if (!text[strcspn(text, ",\"\r\n")]) {
    fputs(text, out);
    return;
  }
  fputc('"', out);
  for (; *text; text++)
    fputs(*text == '"' ? "\"\"" : (char[]){*text, 0}, out);
  fputc('"', out);
}

/* Prints the shortest number that is read back as this one. */
static void print_number_exactly(FILE *out, double number) {
  char text[64];
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, number);
    if (digits == 17 || strtod(text, NULL) == number) /* NOLINT(clang-diagnostic-float-equal): it is about that */
      break;
  }
  fputs(text, out);
}

static void print_value(FILE *out, const struct column *column, const struct row *row) {
  struct value v = column_value(row, column);
  const long long second = 1000000000;
  if (v.kind == VALUE_TIME)
    fprintf(out, "%s%lld.%09lld", v.n < 0 ? "-" : "", llabs(v.n / second), llabs(v.n % second));
  else if (v.kind == VALUE_COUNT)
    fprintf(out, "%lld", (long long)v.n);
  else if (v.kind == VALUE_NUMBER && isfinite(v.number))
    print_number_exactly(out, v.number);
}

void csv_print(FILE *out, const struct column *columns, size_t column_count, const struct row_source *rows) {
  static char text[CELL_SIZE];
  for (size_t c = 0; c < column_count; c++) {
    fputs(c ? "," : "", out);
    print_field(out, columns[c].key);
  }
  fputs("\r\n", out);
  for (size_t r = 0; r < rows->count; r++) {
    const struct row *row = row_source_at(rows, r);
    for (size_t c = 0; c < column_count; c++) {
      fputs(c ? "," : "", out);
      if (columns[c].value) {
        print_value(out, &columns[c], row);
        continue;
      }
      column_text(text, sizeof text, row, &columns[c]);
      print_field(out, text);
    }
    fputs("\r\n", out);
  }
}
