/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* diff_json.c - a comparison for programs, as docs/report-json.md says.
 * Not here: text (diff_view.c). */
#include "base/json_values.h"
#include "findings/busy_machine.h"
#include "show/diff.h"

#include <stdlib.h>
#include <string.h>

static json_t *change_of(const struct change *c, bool *good) {
  json_t *o = json_object();
  set(o, "a", number_or_null(c->a), good);
  set(o, "b", number_or_null(c->b), good);
  set(o, "change", number_or_null(c->difference), good);
  set(o, "relative", c->a > 0 ? number_or_null(c->difference / c->a) : json_null(), good);
  set(o, "within", c->known ? number_or_null(change_within(c, 0.95)) : json_null(), good);
  set(o, "significant", c->known ? json_boolean(change_is_significant(c, 0.95)) : json_null(), good);
  return o;
}

static json_t *runs_of(const struct comparison *c, enum side side, bool *good) {
  json_t *array = json_array();
  for (uint32_t i = 0; i < c->run_count[side]; i++) {
    const struct run *r = c->runs[side][i];
    json_t *o = json_object();
    set(o, "directory", text_of(r->name), good);
    set(o, "program", text_of(r->program), good);
    set(o, "host", text_of(r->host), good);
    set(o, "state", text_of(r->state), good);
    set(o, "threads", json_integer(r->threads), good);
    set(o, "ranks", json_integer(r->ranks), good);
    for (int t = 0; t < RUN_TOTALS; t++)
      set(o, diff_totals[t].key,
          t == RUN_READY && !r->ready_known ? json_null() : json_integer((json_int_t)r->totals[t]), good);
    append(array, o, good);
  }
  return array;
}

static json_t *place_of(const struct run_construct *c, bool *good) {
  if (!c)
    return json_null();
  json_t *o = json_object();
  set(o, "file", text_of(c->file), good);
  set(o, "line", c->line ? json_integer(c->line) : json_null(), good);
  set(o, "where", text_of(c->where), good);
  return o;
}

static json_t *row_of(const struct compared *row, bool *good) {
  static const char *const keys[RUN_FIGURES] = {"self_ns", "inclusive_ns", "wait_ns", "visits"};
  const struct run_construct *c = compared_construct(row);
  json_t *o = json_object();
  char name[1024];
  run_region_name(c, row->role, name, sizeof name);
  set(o, "parent", row->parent == RUN_NONE ? json_null() : json_integer(row->parent), good);
  set(o, "name", text_of(name), good);
  set(o, "function", text_of(c ? c->function : ""), good);
  set(o, "place_a", place_of(row->as[SIDE_A], good), good);
  set(o, "place_b", place_of(row->as[SIDE_B], good), good);
  set(o, "state", json_string(*compared_state(row) ? compared_state(row) : "both"), good);
  set(o, "runs_a", json_integer(row->present[SIDE_A]), good);
  set(o, "runs_b", json_integer(row->present[SIDE_B]), good);
  for (int f = 0; f < RUN_FIGURES; f++) {
    struct change change = comparison_change(row, (enum run_figure)f);
    set(o, keys[f], change_of(&change, good), good);
  }
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
    set(o, "condition", text_of(f->condition->text), good);
    set(o, "row", f->row == RUN_NONE ? json_null() : json_integer(f->row), good);
    set(o, "text", text_of(text), good);
    append(array, o, good);
  }
  return array;
}

json_t *diff_json_make(const struct comparison *c, const struct failures *failures, bool *good) {
  json_t *o = json_object(), *totals = json_object(), *rows = json_array();
  set(o, "schema", json_string("pomp-report-diff"), good);
  set(o, "version", json_integer(1), good);
  set(o, "by", json_string(c->by_region ? "region" : "callpath"), good);
  set(o, "level", json_real(0.95), good);
  set(o, "a", runs_of(c, SIDE_A, good), good);
  set(o, "b", runs_of(c, SIDE_B, good), good);
  for (int t = 0; t < RUN_TOTALS; t++) {
    struct change change = comparison_total(c, (enum run_total)t);
    set(totals, diff_totals[t].key, t == RUN_READY && !busy_is_known(c) ? json_null() : change_of(&change, good), good);
  }
  set(o, "totals", totals, good);
  for (uint32_t i = 0; *good && i < c->row_count; i++)
    append(rows, row_of(&c->rows[i], good), good);
  set(o, "rows", rows, good);
  set(o, "failed", failures_of(c, failures, true, good), good);
  set(o, "not_judged", failures_of(c, failures, false, good), good);
  set(o, "busy_may_explain", busy_is_known(c) ? json_boolean(busy_explains_wall(c)) : json_null(), good);
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
