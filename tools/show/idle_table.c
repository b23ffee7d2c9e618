/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* idle_table.c - the table of what went on while threads were idle.
 * Not here: the numbers (tools/sums/idle.c). */
#include "show/report.h"
#include "show/table_cells.h"

#include <stdlib.h>

#define SHOWN 500000u /* ns: what a table of ms shows as more than nothing */
#define ROWS 10u

static const char *const kinds[IDLE_KINDS] = {
    [IDLE_SERIAL] = "serial code", [IDLE_SMALL] = "small team", [IDLE_LATE] = "fork to begin", [IDLE_OTHER] = "other"};

static CELL(cell_idle) { print_seconds(text, size, (double)row->idle->time); }
static CELL(cell_part) {
  snprintf(text, size, "%.1f", percent((double)row->idle->time, (double)row->analysis->all.idle));
}
static CELL(cell_kind) { snprintf(text, size, "%s", kinds[row->idle->kind]); }

/* The rest has no place. */
#define PLACED(name, cell)                                                                                             \
  static CELL(name) {                                                                                                  \
    *text = 0;                                                                                                         \
    if (row->region)                                                                                                   \
      cell(text, size, row, column);                                                                                   \
  }
PLACED(cell_thread, cell_location)
PLACED(cell_its_region, cell_region)
PLACED(cell_its_function, cell_function)
PLACED(cell_its_where, cell_where)

static const struct column columns[] = {
    {"idle s", false, cell_idle},    {"idle%", false, cell_part},       {"during", true, cell_kind},
    {"thread", true, cell_thread},   {"region", true, cell_its_region}, {"function", true, cell_its_function},
    {"where", true, cell_its_where},
};

bool report_idle(FILE *out, const struct analysis *a) {
  struct row rows[ROWS];
  uint32_t count = 0;
  if (a->all.idle < SHOWN || a->all.idle < a->all.allocation / 200)
    return true;
  for (uint32_t i = 0; i < a->idle_count && count < ROWS; i++) {
    const struct idle_time *t = &a->idle[i];
    if (t->time >= SHOWN)
      rows[count++] = (struct row){.analysis = a,
                                   .idle = t,
                                   .region = t->region == NO_REGION ? NULL : &a->regions[t->region],
                                   .location = t->location};
  }
  if (!count)
    return true;
  fputs("\nIdle, and during what\n", out);
  table_print(out, columns, COUNT(columns), rows, count);
  if (a->idle_count > count)
    fprintf(out, "  and %u more, which --json has\n", a->idle_count - count);
  if (a->idle_at_mean)
    fputs("  Teams that one fork made in several sizes count with their mean size.\n", out);
  if (a->idle_nested)
    fputs("  Idle time in nested teams counts for the fork of the outermost team.\n", out);
  if (a->idle_shared)
    fputs("  This is an estimate: the program started several threads itself, and each is taken to have an equal share "
          "of "
          "the others.\n",
          out);
  return true;
}
