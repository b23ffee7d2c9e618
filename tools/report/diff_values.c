/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* diff_values.c - the figures and texts of a row of --diff.
 * Not here: what they are called (columns.c), how they are computed (tools/compare). */
#include "comparison.h"
#include "pomp_text.h"
#include "values.h"

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

VALUE(value_side_a) { return figure(column, change_of(row, column).a); }
VALUE(value_side_b) { return figure(column, change_of(row, column).b); }
VALUE(value_change) { return figure(column, change_of(row, column).difference); }
VALUE(value_within) {
  struct change c = change_of(row, column);
  return c.known ? figure(column, change_within(&c, level)) : NOTHING;
}
VALUE(value_change_percent) {
  struct change c = change_of(row, column);
  return c.a > 0 ? value_number(100 * c.difference / c.a) : NOTHING;
}
VALUE(value_within_percent) {
  struct change c = change_of(row, column);
  return c.known && c.a > 0 ? value_number(100 * change_within(&c, level) / c.a) : NOTHING;
}
VALUE(value_part_percent) { return value_number(100 * comparison_part(row->comparison, row->compared, RUN_SELF)); }
VALUE(value_compared_line) {
  const struct run_construct *c = compared_construct(row->compared);
  return c && c->line > 0 ? value_count((uint64_t)c->line) : NOTHING;
}
VALUE(value_runs_a) { return value_count(row->compared->present[SIDE_A]); }
VALUE(value_runs_b) { return value_count(row->compared->present[SIDE_B]); }

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

CELL(cell_side_a) { print_figure(text, size, column, value_side_a(row, column), false); }
CELL(cell_side_b) { print_figure(text, size, column, value_side_b(row, column), false); }
CELL(cell_change) { print_figure(text, size, column, value_change(row, column), true); }
CELL(cell_within) { print_figure(text, size, column, value_within(row, column), false); }
CELL(cell_change_percent) { print_figure(text, size, column, value_change_percent(row, column), true); }
CELL(cell_within_percent) { print_figure(text, size, column, value_within_percent(row, column), false); }

CELL(cell_significant) {
  struct change c = comparison_change(row->compared, RUN_SELF);
  snprintf(text, size, "%s", !c.known ? "" : change_is_significant(&c, level) ? "yes" : "no");
}
CELL(cell_state) { snprintf(text, size, "%s", compared_state(row->compared)); }
CELL(cell_compared_region) { run_region_name(compared_construct(row->compared), row->compared->role, text, size); }
CELL(cell_compared_function) {
  const struct run_construct *c = compared_construct(row->compared);
  snprintf(text, size, "%s", c ? c->function : "");
}
CELL(cell_compared_where) {
  const struct run_construct *c = compared_construct(row->compared);
  snprintf(text, size, "%s", c ? c->where : "");
}
CELL(cell_compared_was) {
  const struct run_construct *a = row->compared->as[SIDE_A], *b = row->compared->as[SIDE_B];
  snprintf(text, size, "%s", a && b && strcmp(a->where, b->where) != 0 ? a->where : "");
}
CELL(cell_compared_file) {
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
