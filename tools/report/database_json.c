/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* database_json.c - the rows of --trend and --scaling for programs, as docs/report-json.md says.
 * Not here: their figures and texts (database_values.c), which runs are in a row (database_show.c).
 *
 * The keys are those of the table's columns, and times are in ns: so `wall_s` is `wall_ns` here. */
#include "database_rows.h"
#include "json_values.h"
#include "pomp_text.h"
#include "view_columns.h"

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

bool report_stored_json(const struct shown *s) {
  const struct view *v = view_asked(s->asked);
  struct column columns[VIEW_COLUMNS];
  size_t count = view_columns(s, v, columns);
  bool good = true;
  char schema[64], key[128];
  snprintf(schema, sizeof schema, "pomp-report-%s", v->name);
  struct row *rows = calloc(s->stored_count + 1, sizeof *rows);
  for (size_t i = 0; rows && i < s->stored_count; i++)
    rows[i] = (struct row){.stored = &s->stored[i]};
  size_t shown = rows ? view_select(s, v, rows, s->stored_count) : SIZE_MAX;
  if (shown == SIZE_MAX) {
    free(rows);
    return false;
  }
  json_t *runs = json_array(), *whole = json_object();
  for (size_t i = 0; i < shown; i++) {
    json_t *o = json_object();
    for (size_t c = 0; c < count; c++) {
      write_key(key, sizeof key, &columns[c]);
      set(o, key, columns[c].value ? figure_of(&rows[i], &columns[c]) : cell_text(&rows[i], &columns[c]), &good);
    }
    append(runs, o, &good);
  }
  free(rows);
  set(whole, "schema", json_string(schema), &good);
  set(whole, "version", json_integer(1), &good);
  set(whole, "runs", runs, &good);
  good = good && json_dumpf(whole, s->out, JSON_INDENT(1)) == 0;
  fputc('\n', s->out);
  json_decref(whole);
  return good || ferror(s->out);
}
