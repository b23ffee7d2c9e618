/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* balance_table.c - the table of imbalance below the regions: what it costs, and who is late.
 * Not here: the numbers (tools/sums/balance.c). */
#include "show/report.h"
#include "show/table_cells.h"
#include "sums/sampled.h"

#include <stdlib.h>
#include <string.h>

#define SHOWN 500000u /* ns: what a table of ms shows as more than nothing */

static double cost_of(const struct balance *b) { return (double)b->max > b->mean ? (double)b->max - b->mean : 0; }

CELL(cell_imbalance) {
  const struct balance *b = &row->region->balance;
  if (b->known)
    snprintf(text, size, "%s%.1f", b->by_instances ? "" : "~", 100 * balance_imbalance(b));
  else
    *text = 0;
}

static CELL(cell_cost) { print_seconds(text, size, cost_of(&row->region->balance)); }
static CELL(cell_instances) { print_number(text, size, row->region->balance.instances); }
static CELL(cell_missing) {
  const struct balance *b = &row->region->balance;
  *text = 0;
  if (b->missing)
    snprintf(text, size, "%llu (%.0f %%)", (unsigned long long)b->missing,
             percent((double)b->missing, (double)b->missing + (double)b->visits));
}

/* Prints the member that took longest most often, and in how many of the instances. */
static CELL(cell_longest) {
  const struct balance *b = &row->region->balance;
  const struct latest *l = &row->analysis->latest[b->first_latest];
  char name[128];
  *text = 0;
  if (!b->latest)
    return;
  const struct row who = {.analysis = row->analysis, .location = l->location};
  cell_location(name, sizeof name, &who, column);
  snprintf(text, size, "%s (%.0f %%)", name, percent((double)l->instances, (double)b->instances));
}
static CELL(cell_longest_cost) {
  const struct balance *b = &row->region->balance;
  *text = 0;
  if (b->latest)
    print_seconds(text, size, (double)row->analysis->latest[b->first_latest].cost);
}

/* Prints a figure of what samples of CPU time tell. */
static void print_cpu(char *text, size_t size, const struct row *row, bool is_error) {
  struct sampled_balance b;
  *text = 0;
  if (sampled_balance(row->analysis, (uint32_t)(row->region - row->analysis->regions), &b) && b.known)
    print_seconds(text, size, is_error ? b.error : b.max - b.mean);
}
static CELL(cell_cpu_cost) { print_cpu(text, size, row, false); }
static CELL(cell_cpu_error) { print_cpu(text, size, row, true); }

/* clang-format off */
#define FIGURES                                                                                                        \
  {"imbal%", false, cell_imbalance}, {"lost s", false, cell_cost}, {"instances", false, cell_instances},               \
  {"visits missing", false, cell_missing}, {"longest", true, cell_longest}, {"its s", false, cell_longest_cost}
#define BY_CPU {"CPU lost s", false, cell_cpu_cost}, {"\xc2\xb1 s", false, cell_cpu_error}
#define PLACE {"region", true, cell_region}, {"function", true, cell_function}, {"where", true, cell_where}
/* clang-format on */
static const struct column columns[] = {FIGURES, PLACE}, sampled_columns[] = {FIGURES, BY_CPU, PLACE};

static int by_cost(const void *x, const void *y) {
  const struct row *a = x, *b = y;
  double p = cost_of(&a->region->balance), q = cost_of(&b->region->balance);
  if (p != q)
    return p > q ? -1 : 1;
  return a->region < b->region ? -1 : a->region > b->region;
}

bool report_balance(FILE *out, const struct analysis *a) {
  struct row *rows = calloc((size_t)a->region_count + 1, sizeof *rows);
  size_t count = 0;
  bool sums = false;
  for (uint32_t i = 1; rows && i < a->region_count; i++) {
    const struct region *r = &a->regions[i];
    sums |= r->balance.known && !r->balance.by_instances;
    if (r->balance.by_instances && (cost_of(&r->balance) >= SHOWN || r->balance.missing))
      rows[count++] = (struct row){.analysis = a, .region = r, .totals = &r->totals};
  }
  if (rows && sums)
    fputs(
        "\nA ~ before imbal% says that it was computed from each thread's sum over the whole run, as single instances\n"
        "were not recorded: it is too low if another thread is late each time.\n",
        out);
  if (count) {
    qsort(rows, count, sizeof *rows, by_cost);
    fputs("\nImbalance, and who took longest\n", out);
    if (a->sampled && a->sampled->on_cpu)
      table_print(out, sampled_columns, COUNT(sampled_columns), rows, count);
    else
      table_print(out, columns, COUNT(columns), rows, count);
  }
  free(rows);
  return rows != NULL;
}
