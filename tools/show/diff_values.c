/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* diff_values.c - the columns of a comparison, and the figures and texts in them.
 * Not here: how they are computed (tools/findings). */
#include "show/diff_values.h"
#include "findings/comparison.h"
#include "pomp_text.h"
#include "show/column_rows.h"

#include <math.h>
#include <string.h>

static const double level = 0.95;

static struct change change_of(const struct row *row, const struct column *column) {
  return comparison_change(row->compared, (enum run_figure)column->index);
}

/* A time has whole ns, as all times in tables have. Numbers of visits are means, and have fractions. */
static struct value figure(const struct column *column, double value) {
  return column->unit == UNIT_SECONDS ? (struct value){VALUE_TIME, llround(value), value} : value_number(value);
}

static VALUE(value_side_a) { return figure(column, change_of(row, column).a); }
static VALUE(value_side_b) { return figure(column, change_of(row, column).b); }
static VALUE(value_change) { return figure(column, change_of(row, column).difference); }
static VALUE(value_within) {
  struct change c = change_of(row, column);
  return c.known ? figure(column, change_within(&c, level)) : NOTHING;
}
static VALUE(value_change_percent) {
  struct change c = change_of(row, column);
  return c.a > 0 ? value_number(100 * c.difference / c.a) : NOTHING;
}
static VALUE(value_within_percent) {
  struct change c = change_of(row, column);
  return c.known && c.a > 0 ? value_number(100 * change_within(&c, level) / c.a) : NOTHING;
}
static VALUE(value_part_percent) {
  return value_number(100 * comparison_part(row->comparison, row->compared, RUN_SELF));
}
static VALUE(value_compared_line) {
  const struct run_construct *c = compared_construct(row->compared);
  return c && c->line > 0 ? value_count((uint64_t)c->line) : NOTHING;
}
static VALUE(value_runs_a) { return value_count(row->compared->present[SIDE_A]); }
static VALUE(value_runs_b) { return value_count(row->compared->present[SIDE_B]); }

/* Prints a figure as its column's unit says; `sign`: also that it is more than 0. */
static void print_figure(char *text, size_t size, const struct column *column, struct value v, bool sign) {
  *text = 0;
  if (v.kind == VALUE_NOTHING)
    return;
  if (column->unit == UNIT_SECONDS)
    snprintf(text, size, sign ? "%+.3f" : "%.3f", v.number * 1e-9);
  else if (column->unit == UNIT_PERCENT)
    snprintf(text, size, sign ? "%+.1f" : "%.1f", v.number);
  else /* visits, the same in all runs, mostly */
    snprintf(text, size,
             v.number == floor(v.number) ? sign ? "%+.0f" : "%.0f"
             : sign                      ? "%+.1f"
                                         : "%.1f",
             v.number); /* NOLINT(clang-diagnostic-float-equal) */
}

static CELL(cell_side_a) { print_figure(text, size, column, value_side_a(row, column), false); }
static CELL(cell_side_b) { print_figure(text, size, column, value_side_b(row, column), false); }
static CELL(cell_change) { print_figure(text, size, column, value_change(row, column), true); }
static CELL(cell_within) { print_figure(text, size, column, value_within(row, column), false); }
static CELL(cell_change_percent) { print_figure(text, size, column, value_change_percent(row, column), true); }
static CELL(cell_within_percent) { print_figure(text, size, column, value_within_percent(row, column), false); }

static CELL(cell_significant) {
  struct change c = comparison_change(row->compared, RUN_SELF);
  snprintf(text, size, "%s", !c.known ? "" : change_is_significant(&c, level) ? "yes" : "no");
}
static CELL(cell_state) { snprintf(text, size, "%s", compared_state(row->compared)); }
static CELL(cell_compared_region) {
  run_region_name(compared_construct(row->compared), row->compared->role, text, size);
}
static CELL(cell_compared_function) {
  const struct run_construct *c = compared_construct(row->compared);
  snprintf(text, size, "%s", c ? c->function : "");
}
static CELL(cell_compared_where) {
  const struct run_construct *c = compared_construct(row->compared);
  snprintf(text, size, "%s", c ? c->where : "");
}
static CELL(cell_compared_was) {
  const struct run_construct *a = row->compared->as[SIDE_A], *b = row->compared->as[SIDE_B];
  snprintf(text, size, "%s", a && b && strcmp(a->where, b->where) != 0 ? a->where : "");
}
static CELL(cell_compared_file) {
  const struct run_construct *c = compared_construct(row->compared);
  snprintf(text, size, "%s", c ? c->file : "");
}

CELL(cell_called_from) {
  const struct compared *rows = row->comparison->rows;
  uint32_t chain[64], count = 0;
  for (uint32_t p = row->compared->parent; p != RUN_NONE && rows[p].parent != RUN_NONE && count < COUNT(chain);
       p = rows[p].parent)
    chain[count++] = p;
  *text = 0;
  for (size_t at = 0; count-- > 0 && at + 1 < size;) {
    const struct compared *around = &rows[chain[count]];
    run_region_name(compared_construct(around), around->role, text + at, size - at);
    at += strlen(text + at);
    if (count && at + 4 < size) {
      memcpy(text + at, " > ", 4);
      at += 3;
    }
  }
}

#define COMPARED(key, head, unit, figure, what, words)                                                                 \
  {head, false, cell_##what, figure, key, unit, value_##what, NULL, HAS_COMPARED, words}

/* A row is a column. The order is that of --help and of the manual. */
/* clang-format off */
const struct column compared_columns[] = {
  NUMBER("part_percent", "part%", UNIT_PERCENT, value_part_percent, HAS_COMPARED, "the larger part that the region's own time has of `threads × wall`, on A or on B")
  COMPARED("self_change_s", "self change s", UNIT_SECONDS, RUN_SELF, change, "how much more `self s` has become from A to B: the difference of the means of the runs"),
  COMPARED("self_within_s", "self ± s", UNIT_SECONDS, RUN_SELF, within, "half the width of the 95 % confidence interval of that; empty if each side is a single run"),
  COMPARED("self_change_percent", "self change%", UNIT_PERCENT, RUN_SELF, change_percent, "the same change as a part of A's mean; empty if that is 0"),
  COMPARED("self_within_percent", "self ±%", UNIT_PERCENT, RUN_SELF, within_percent, "half the width of the interval as a part of A's mean"),
  COMPARED("self_a_s", "self A s", UNIT_SECONDS, RUN_SELF, side_a, "`self s` on A: the mean of its runs, 0 in runs that have no such region"),
  COMPARED("self_b_s", "self B s", UNIT_SECONDS, RUN_SELF, side_b, "`self s` on B"),
  COMPARED("incl_change_s", "incl change s", UNIT_SECONDS, RUN_INCLUSIVE, change, "how much more `incl s` has become from A to B: the difference of the means of the runs"),
  COMPARED("incl_within_s", "incl ± s", UNIT_SECONDS, RUN_INCLUSIVE, within, "half the width of the 95 % confidence interval of that; empty if each side is a single run"),
  COMPARED("incl_change_percent", "incl change%", UNIT_PERCENT, RUN_INCLUSIVE, change_percent, "the same change as a part of A's mean; empty if that is 0"),
  COMPARED("incl_within_percent", "incl ±%", UNIT_PERCENT, RUN_INCLUSIVE, within_percent, "half the width of the interval as a part of A's mean"),
  COMPARED("incl_a_s", "incl A s", UNIT_SECONDS, RUN_INCLUSIVE, side_a, "`incl s` on A: the mean of its runs, 0 in runs that have no such region"),
  COMPARED("incl_b_s", "incl B s", UNIT_SECONDS, RUN_INCLUSIVE, side_b, "`incl s` on B"),
  COMPARED("wait_change_s", "wait change s", UNIT_SECONDS, RUN_WAIT, change, "how much more `wait s` has become from A to B: the difference of the means of the runs"),
  COMPARED("wait_within_s", "wait ± s", UNIT_SECONDS, RUN_WAIT, within, "half the width of the 95 % confidence interval of that; empty if each side is a single run"),
  COMPARED("wait_change_percent", "wait change%", UNIT_PERCENT, RUN_WAIT, change_percent, "the same change as a part of A's mean; empty if that is 0"),
  COMPARED("wait_within_percent", "wait ±%", UNIT_PERCENT, RUN_WAIT, within_percent, "half the width of the interval as a part of A's mean"),
  COMPARED("wait_a_s", "wait A s", UNIT_SECONDS, RUN_WAIT, side_a, "`wait s` on A: the mean of its runs, 0 in runs that have no such region"),
  COMPARED("wait_b_s", "wait B s", UNIT_SECONDS, RUN_WAIT, side_b, "`wait s` on B"),
  COMPARED("visits_change", "visits change", UNIT_NUMBER, RUN_VISITS, change, "how much more `visits` has become from A to B: the difference of the means of the runs"),
  COMPARED("visits_within", "visits ±", UNIT_NUMBER, RUN_VISITS, within, "half the width of the 95 % confidence interval of that; empty if each side is a single run"),
  COMPARED("visits_change_percent", "visits change%", UNIT_PERCENT, RUN_VISITS, change_percent, "the same change as a part of A's mean; empty if that is 0"),
  COMPARED("visits_within_percent", "visits ±%", UNIT_PERCENT, RUN_VISITS, within_percent, "half the width of the interval as a part of A's mean"),
  COMPARED("visits_a", "visits A", UNIT_NUMBER, RUN_VISITS, side_a, "`visits` on A: the mean of its runs, 0 in runs that have no such region"),
  COMPARED("visits_b", "visits B", UNIT_NUMBER, RUN_VISITS, side_b, "`visits` on B"),
  TEXT("significant", "significant", cell_significant, HAS_COMPARED, "`yes` if the interval of `self change` does not contain 0, else `no`; empty if each side is a single run")
  TEXT("state", "state", cell_state, HAS_COMPARED, "`new`: A has no such region; `gone`: B has none")
  NUMBER("runs_a", "runs A", UNIT_COUNT, value_runs_a, HAS_COMPARED, "in how many runs of A it is")
  NUMBER("runs_b", "runs B", UNIT_COUNT, value_runs_b, HAS_COMPARED, "in how many runs of B it is")
  TEXT("region", "region", cell_compared_region, HAS_COMPARED, "the region's name")
  TEXT("function", "function", cell_compared_function, HAS_COMPARED, "the function that it is in")
  TEXT("where", "where", cell_compared_where, HAS_COMPARED, "where it begins in the source, as B has it")
  TEXT("was", "was", cell_compared_was, HAS_COMPARED, "where it was on A, if that is elsewhere")
  TEXT("file", "file", cell_compared_file, HAS_COMPARED, "the file of that place, as B has it")
  NUMBER("line", "line", UNIT_COUNT, value_compared_line, HAS_COMPARED, "its line")
  TEXT("called_from", "called from", cell_called_from, HAS_COMPARED, "the regions that are around it, from the outermost inwards")
  {.key = NULL},
};
/* clang-format on */
