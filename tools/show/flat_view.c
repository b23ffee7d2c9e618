/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* flat_view.c - the views by region, by kind of construct and by function, over all threads.
 * Not here: which regions are one (tools/sums/same_rows.c), the tables below the regions (wait_tables.c and others),
 * call paths (tree_view.c), the columns (report_columns.def). */
#include "base/paged_array.h"
#include "files/call_sites.h"
#include "show/metric_columns.h"
#include "show/print_listing.h"
#include "show/report.h"
#include "show/table_cells.h"
#include "sums/same_rows.h"

#include <stdlib.h>

const struct same_rows_names report_names = {call_function, call_file, call_where};

/* Makes a region of the initial threads' time outside of all regions. The time that workers are outside is idle
 * time, and in the head. */
static struct region outside_regions(const struct analysis *a, struct metric_sum *metrics) {
  struct region outside = a->regions[0];
  struct spread *self = &outside.exclusive;
  outside.totals = (struct totals){.metric_count = a->experiment->metric_count, .metrics = metrics};
  for (uint32_t i = 0; i < a->experiment->metric_count; i++)
    metrics[i].inclusive = metrics[i].exclusive = a->regions[0].totals.metrics[i].exclusive;
  outside.shares = 0;
  *self = (struct spread){UINT64_MAX, 0, 0, 0};
  for (uint32_t i = 0; i < a->experiment->location_count; i++) {
    uint64_t time = a->locations[i].outside;
    const struct location *l = &a->experiment->locations[i];
    paged_leave(sizeof *l + sizeof *a->locations);
    if (l->flags & POMP_LOCATION_WORKER || l->parent != NO_LOCATION)
      continue;
    outside.totals.visits += a->experiment->locations[i].served;
    outside.totals.inclusive += time;
    outside.shares++;
    self->min = time < self->min ? time : self->min;
    self->max = time > self->max ? time : self->max;
  }
  outside.totals.exclusive = outside.totals.inclusive;
  if (outside.shares == 0)
    self->min = 0;
  else
    self->mean = (double)outside.totals.inclusive / outside.shares;
  return outside;
}

#define SHOWN 500000u /* ns: what a table of ms shows as more than nothing */

/* Says under the regions that the time of a target region may be waiting, if there is such time. */
static void print_target_note(FILE *out, const struct analysis *a) {
  uint64_t time = 0;
  for (uint32_t i = 1; i < a->region_count; i++)
    if (a->regions[i].role == POMP_ROLE_TARGET)
      time += a->regions[i].totals.exclusive;
  if (time >= SHOWN && !a->experiment->header.devices)
    fputs("  target: its self time is waiting where a device works, and work where the host does; which of the two is "
          "not known, so none of it is in wait s\n",
          out);
}

/* Puts the row for code outside of all regions among the others, which are sorted by self time. */
static void insert(struct row *rows, size_t count, const struct row *outside) {
  size_t at = count;
  for (; at > 0 && rows[at - 1].totals->exclusive < outside->totals->exclusive; at--)
    rows[at] = rows[at - 1];
  rows[at] = *outside;
}

/* Makes a row of all that is joined, or of each region if nothing is, and one of what is outside. */
static struct row *make_rows(const struct analysis *a, const struct same_rows *g, const struct region *outside,
                             enum same_by by, size_t *count) {
  size_t some = g ? g->count : a->region_count - 1;
  struct row *rows = calloc(some + 1, sizeof *rows);
  for (size_t i = 0; rows && i < some; i++) {
    const struct region *r = g ? &g->at[i].region : &a->regions[i + 1];
    rows[i] = (struct row){.analysis = a, .region = r, .totals = &r->totals, .joined = g ? &g->at[i] : NULL};
    if (by == SAME_BY_FUNCTION && !*call_function(r->construct))
      rows[i].function = "(unknown)";
  }
  struct row rest = {.analysis = a, .region = outside, .totals = &outside->totals};
  rest.function = by == SAME_BY_FUNCTION ? outside->name : NULL;
  if (rows)
    insert(rows, some, &rest);
  *count = some + 1;
  return rows;
}

/* Prints the tables that are below the regions. */
static bool print_below(FILE *out, const struct analysis *a, const struct region *outside) {
  size_t count;
  struct row *rows = make_rows(a, NULL, outside, SAME_BY_CONSTRUCT, &count);
  print_target_note(out, a);
  bool good = rows && report_metrics(out, a, rows, count) && report_idle(out, a) && report_balance(out, a) &&
              report_messages(out, a) && report_causes(out, a);
  free(rows);
  return good;
}

/* These are the rows of a view, and what they are made of. */
struct flat {
  struct metric_sum *metrics;
  struct same_rows joined;
  struct region outside;
  struct row *rows;
  size_t count;
};

/* Makes the rows. False if there is not enough memory. Either way flat_free is to be called. */
static bool flat_make(struct flat *f, const struct analysis *a, enum same_by by, enum flat_rows of) {
  const bool raw = of == ROW_FOR_EACH_REGION;
  *f = (struct flat){.metrics = calloc(a->experiment->metric_count + 1ull, sizeof *f->metrics)};
  if (!f->metrics || !(raw || same_rows_find(&f->joined, a, by, of == ROW_FOR_EACH_INSTANCE, &report_names)))
    return false;
  f->outside = outside_regions(a, f->metrics);
  f->rows = make_rows(a, raw ? NULL : &f->joined, &f->outside, by, &f->count);
  return f->rows != NULL;
}

static void flat_free(struct flat *f) {
  free(f->rows);
  same_rows_free(&f->joined);
  free(f->metrics);
}

bool report_spreads_lack(const struct analysis *a, enum same_by by, bool apart, bool *lack) {
  struct same_rows g;
  const bool good = same_rows_find(&g, a, by, apart, &report_names);
  *lack |= g.no_spread;
  same_rows_free(&g);
  return good;
}

/* Prints a view of joined regions. */
static bool print_joined(FILE *out, const struct listing *l, const struct analysed_experiment *o, enum same_by by,
                         enum flat_rows of) {
  const struct analysis *a = &o->analysis;
  struct flat f;
  bool below = by == SAME_BY_CONSTRUCT && !table_options_narrow(l->wanted);
  bool good = flat_make(&f, a, by, of) &&
              (!below || (report_open(out, &o->loaded, a, OPEN_ALL) && report_findings(out, a))) &&
              listing_show(out, l, f.rows, f.count) && (!below || print_below(out, a, &f.outside));
  flat_free(&f);
  return good;
}

/* Returns how many of the rows, which come by their self time, have so much of it together, and how much that is. */
static size_t rows_with(const struct flat *f, double part, size_t most, uint64_t *time, uint64_t *all) {
  size_t count = 0;
  *time = *all = 0;
  for (size_t i = 0; i < f->count; i++)
    *all += f->rows[i].totals->exclusive;
  while (count < f->count && count < most && (double)*time < part * (double)*all)
    *time += f->rows[count++].totals->exclusive;
  return count;
}

bool report_most(FILE *out, const struct listing *l, const struct analysed_experiment *o, size_t most,
                 struct report_rest *rest) {
  struct flat f;
  uint64_t time, all;
  bool good = flat_make(&f, &o->analysis, SAME_BY_CONSTRUCT, ROW_FOR_ALL);
  if (good) {
    size_t count = rows_with(&f, 0.95, most, &time, &all);
    listing_print(out, l, f.rows, count);
    *rest = (struct report_rest){f.count - count, percent((double)(all - time), (double)o->analysis.all.allocation)};
  }
  flat_free(&f);
  return good;
}

bool report_flat(FILE *out, const struct listing *l, const struct analysed_experiment *o, enum flat_rows rows) {
  return print_joined(out, l, o, SAME_BY_CONSTRUCT, rows);
}
bool report_constructs(FILE *out, const struct listing *l, const struct analysed_experiment *o, bool instances) {
  return print_joined(out, l, o, SAME_BY_KIND, instances ? ROW_FOR_EACH_INSTANCE : ROW_FOR_ALL);
}
bool report_functions(FILE *out, const struct listing *l, const struct analysed_experiment *o, bool instances) {
  return print_joined(out, l, o, SAME_BY_FUNCTION, instances ? ROW_FOR_EACH_INSTANCE : ROW_FOR_ALL);
}
