/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runs_json.c - the rows of --trend and --scaling for programs, as docs/report-json.md says.
 * Not here: their figures and texts (runs_values.c), which runs are in a row (answer.c).
 *
 * The keys are those of the table's columns, and times are in ns: so `wall_s` is `wall_ns` here. */
#include "base/json_values.h"
#include "commands/runs/runs.h"
#include "pomp_text.h"
#include "show/select_rows.h"

#include <stdlib.h>
#include <string.h>

static json_t *cell_text(const struct row *row, const struct column *column) {
  static char text[CELL_SIZE];
  column_text(text, sizeof text, row, column);
  pomp_text_clean(text, '\n'); /* JSON is UTF-8, and names may be anything */
  return json_string(text);
}

static json_t *figure_of(const struct row *row, const struct column *column) {
  struct value v = column->value(row, column);
  switch (v.kind) {
  case VALUE_COUNT:
  case VALUE_TIME:
    return json_integer((json_int_t)v.n);
  case VALUE_NUMBER:
    return number_or_null(v.number);
  default:
    return json_null();
  }
}

/* Writes the column's key, with the unit that the figure has here. */
static void write_key(char *key, size_t size, const struct column *column) {
  size_t length = strlen(column->key);
  bool seconds = column->unit == UNIT_SECONDS && length > 2 && strcmp(column->key + length - 2, "_s") == 0;
  snprintf(key, size, "%.*s%s", (int)(seconds ? length - 2 : length), column->key, seconds ? "_ns" : "");
}

json_t *stored_json_make(const struct listing *listing, struct row *rows, size_t *row_count, bool *good) {
  static struct column columns[LISTING_COLUMNS];
  size_t count = listing_columns(listing, columns), shown = listing_select(listing, rows, *row_count);
  char schema[64], key[128];
  json_t *runs = json_array(), *whole = json_object();
  *good = *good && shown != SIZE_MAX;
  *row_count = *good ? shown : 0;
  snprintf(schema, sizeof schema, "pomp-report-%s", listing->name);
  for (size_t i = 0; i < *row_count; i++) {
    json_t *o = json_object();
    for (size_t c = 0; c < count; c++) {
      write_key(key, sizeof key, &columns[c]);
      set(o, key, columns[c].value ? figure_of(&rows[i], &columns[c]) : cell_text(&rows[i], &columns[c]), good);
    }
    append(runs, o, good);
  }
  set(whole, "schema", json_string(schema), good);
  set(whole, "version", json_integer(1), good);
  set(whole, "runs", runs, good);
  return whole;
}

bool stored_json(FILE *out, const struct listing *listing, struct row *rows, size_t count) {
  bool good = true;
  json_t *whole = stored_json_make(listing, rows, &count, &good);
  if (good) {
    good = json_dumpf(whole, out, JSON_INDENT(1)) == 0;
    fputc('\n', out);
  }
  json_decref(whole);
  return good || ferror(out);
}
