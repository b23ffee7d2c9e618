/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* diff_json.c - a comparison for programs, as docs/report-json.md says.
 * Not here: text (diff_view.c). */
#include "findings/busy_machine.h"
#include "show/diff.h"
#include "show/json_rows.h"

#include <stdlib.h>
#include <string.h>

static json_t *change_of(struct change of, bool *good) {
  const struct change *c = &of;
  json_t *o = json_object();
#define FIGURES_OF_CHANGE
#include "files/figures.def"
  return o;
}

static json_t *runs_of(const struct comparison *c, enum side side, bool *good) {
  json_t *array = json_array();
  for (uint32_t i = 0; i < c->run_count[side]; i++) {
    const struct run *r = c->runs[side][i];
    json_t *o = json_object();
#define FIGURES_OF_DIFF_RUN
#include "files/figures.def"
    append(array, o, good);
  }
  return array;
}

static json_t *place_of(const struct run_construct *c, bool *good) {
  if (!c)
    return json_null();
  json_t *o = json_object();
#define FIGURES_OF_DIFF_PLACE
#include "files/figures.def"
  return o;
}

static json_t *row_of(const struct compared *row, bool *good) {
  const struct run_construct *c = compared_construct(row);
  json_t *o = json_object();
  char name[1024];
  run_region_name(c, row->role, name, sizeof name);
#define FIGURES_OF_DIFF_ROW
#include "files/figures.def"
  return o;
}

/* Lists what has failed, or what can't be judged. */
static json_t *failures_of(const struct comparison *c, const struct failures *failures, bool judged, bool *good) {
  static char text[2 * CELL_SIZE];
  json_t *array = json_array();
  for (uint32_t i = 0; i < failures->count; i++) {
    const struct failure *f = &failures->at[i];
    if ((f->verdict == VERDICT_FAILED) != judged)
      continue;
    json_t *o = json_object();
    diff_failure_text(c, f, text, sizeof text);
#define FIGURES_OF_DIFF_FAILURE
#include "files/figures.def"
    append(array, o, good);
  }
  return array;
}

static json_t *totals_of(const struct comparison *c, bool *good) {
  json_t *o = json_object();
#define FIGURES_OF_DIFF_TOTALS
#include "files/figures.def"
  return o;
}

json_t *diff_json_make(const struct comparison *c, const struct failures *failures, bool *good) {
  json_t *o = json_object(), *rows = json_array();
  for (uint32_t i = 0; *good && i < c->row_count; i++)
    append(rows, row_of(&c->rows[i], good), good);
#define FIGURES_OF_DIFF
#include "files/figures.def"
  return o;
}

bool diff_json(FILE *out, const struct comparison *c, const struct failures *failures) {
  bool good = true;
  json_t *o = diff_json_make(c, failures, &good);
  good = good && json_dumpf(o, out, JSON_COMPACT) == 0;
  json_decref(o);
  fputc('\n', out);
  return good;
}
