/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* metric_columns.c - metrics in tables: their columns, the table of regions, and what there is to say about them.
 * Not here: the numbers (metrics.c), JSON (report_json.c). */
#include "show/metric_columns.h"
#include "show/columns.h"
#include "show/report.h"
#include "show/table_cells.h"

#include <stdlib.h>
#include <string.h>

/* Prints at most seven digits; --json has all of them. */
void print_count(char *text, size_t size, int64_t n, const char *unit) {
  static const char suffixes[] = " kMGTPE";
  double value = (double)n;
  if (strcmp(unit, "ns") == 0) {
    snprintf(text, size, "%.6f s", value * 1e-9);
    return;
  }
  if (n > -10000000 && n < 10000000) {
    snprintf(text, size, "%lld", (long long)n);
    return;
  }
  int i = 0;
  for (; (value >= 10000 || value <= -10000) && suffixes[i + 1]; i++)
    value /= 1000;
  snprintf(text, size, "%.1f %c", value, suffixes[i]);
}

static void print_metric(char *text, size_t size, const struct row *row, uint32_t metric, bool inclusive) {
  const struct metric_sum *m = row->metrics ? row->metrics : row->totals->metrics;
  *text = 0;
  if (m)
    print_count(text, size, inclusive ? m[metric].inclusive : m[metric].exclusive,
                row->analysis->experiment->metrics[metric].unit);
}
static CELL(cell_metric) { print_metric(text, size, row, column->index, false); }
static CELL(cell_metric_inclusive) { print_metric(text, size, row, column->index, true); }

static CELL(cell_derived) {
  struct derived d;
  double value;
  *text = 0;
  if (derived_at(row->analysis->experiment, column->index, &d) && derived_value(&d, row->totals, false, &value))
    snprintf(text, size, "%.2f", value);
}

static VALUE(value_derived) {
  struct derived d;
  double value;
  return derived_at(row->analysis->experiment, column->index, &d) && derived_value(&d, row->totals, false, &value)
             ? value_number(value)
             : NOTHING;
}

/* Metrics in ns are times, as all others are. */
static struct value value_of_metric(const struct row *row, uint32_t metric, bool inclusive) {
  const struct metric_sum *m = row->metrics ? row->metrics : row->totals->metrics;
  if (!m)
    return NOTHING;
  int64_t n = inclusive ? m[metric].inclusive : m[metric].exclusive;
  bool time = strcmp(row->analysis->experiment->metrics[metric].unit, "ns") == 0;
  return (struct value){time ? VALUE_TIME : VALUE_COUNT, n, (double)n};
}
static VALUE(value_metric) { return value_of_metric(row, column->index, false); }
static VALUE(value_metric_inclusive) { return value_of_metric(row, column->index, true); }

/* Returns the key of a metric's inclusive column. It is made once, and stays. */
static const char *inclusive_key(const struct experiment *e, uint32_t metric) {
  static char *keys[SHOWN_METRICS];
  if (!keys[metric] && asprintf(&keys[metric], "%s_incl", e->metrics[metric].name) < 0)
    keys[metric] = NULL;
  return keys[metric] ? keys[metric] : "incl";
}

size_t metric_columns(const struct experiment *e, enum metric_view view, struct column *columns, size_t room) {
  size_t at = 0;
  struct derived d;
  for (uint32_t i = 0; i < e->metric_count && i < SHOWN_METRICS && at + 2 <= room; i++) {
    const char *name = e->metrics[i].name;
    columns[at++] = (struct column){name, false, cell_metric, i, name, UNIT_COUNT, value_metric};
    if (view == SELF_AND_INCLUSIVE)
      columns[at++] = (struct column){
          "incl", false, cell_metric_inclusive, i, inclusive_key(e, i), UNIT_COUNT, value_metric_inclusive};
  }
  for (uint32_t i = 0; view == SELF_AND_INCLUSIVE && at < room && derived_at(e, i, &d); i++)
    columns[at++] = (struct column){d.name, false, cell_derived, i, d.name, UNIT_NUMBER, value_derived};
  return at;
}

static const struct column region_columns[] = {
    {"region", true, cell_region, 0}, {"function", true, cell_function, 0}, {"where", true, cell_where, 0}};

static bool has_any(const struct row *row) {
  for (uint32_t i = 0; i < row->totals->metric_count; i++)
    if (row->totals->metrics[i].inclusive || row->totals->metrics[i].exclusive)
      return true;
  return false;
}

static void print_notes(FILE *out, const struct experiment *e) {
  static const struct {
    uint32_t flag;
    const char *text;
  } notes[] = {
      {POMP_METRIC_ESTIMATE, "counted in turns with others (POMP_METRICS_MULTIPLEX), and estimated"},
      {POMP_METRIC_USER, "counted in user space alone, as the kernel allowed no more"},
      {POMP_METRIC_PROCESS,
       "of the whole process: each thread has what all did during that time, and sums mean nothing"},
      {POMP_METRIC_INCOMPLETE, "missing on some thread, which could not count it"},
  };
  for (size_t k = 0; k < COUNT(notes); k++) {
    bool any = false;
    for (uint32_t i = 0; i < e->metric_count; i++)
      if (e->metrics[i].flags & notes[k].flag) {
        fprintf(out, "%s%s", any ? ", " : "", e->metrics[i].name);
        any = true;
      }
    if (any)
      fprintf(out, ": %s.\n", notes[k].text);
  }
}

bool report_metrics(FILE *out, const struct analysis *a, const struct row *rows, size_t count) {
  const struct experiment *e = a->experiment;
  struct column columns[TABLE_COLUMNS];
  if (!e->metric_count)
    return true;
  struct row *shown = malloc((count + 1) * sizeof *shown);
  size_t some = 0;
  if (!shown)
    return false;
  for (size_t i = 0; i < count; i++)
    if (has_any(&rows[i]))
      shown[some++] = rows[i];
  fputs("\nMetrics: in the region itself; incl: with the regions within it\n", out);
  size_t width = metric_columns(e, SELF_AND_INCLUSIVE, columns, COUNT(columns) - COUNT(region_columns));
  memcpy(&columns[width], region_columns, sizeof region_columns);
  table_print(out, columns, width + COUNT(region_columns), shown, some);
  print_notes(out, e);
  free(shown);
  return true;
}
