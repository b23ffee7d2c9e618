/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* group_tables.c - groups of locations that behave alike as tables: the groups, the regions that have their time, and
 * the members that differ. Not here: how groups are found (tools/sums/groups.c), the view of all locations
 * (threads_view.c). */
#include "show/print_listing.h"
#include "show/report.h"
#include "show/table_cells.h"
#include "sums/groups.h"

#include <stdlib.h>

static const struct group *group_of(const struct row *row) { return &row->groups->groups[row->depth]; }
static const struct group_time *time_of(const struct row *row) { return &group_of(row)->times[row->path]; }

static CELL(cell_group) { print_number(text, size, row->depth + 1ull); }
static CELL(cell_count) { print_number(text, size, group_of(row)->count); }
static CELL(cell_kind) {
  snprintf(text, size, "%s", analysis_location_kind(row->analysis, row->groups->members[group_of(row)->first]));
}
static double mean_work(const struct row *row) {
  const struct group *g = group_of(row);
  double sum = 0;
  for (uint32_t i = 0; i < g->count; i++)
    sum += (double)row->groups->busy[row->groups->members[g->first + i]];
  return sum / g->count;
}
static CELL(cell_work_least) { print_seconds(text, size, (double)row->groups->busy[group_of(row)->least]); }
static CELL(cell_work_mean) { print_seconds(text, size, mean_work(row)); }
static CELL(cell_work_most) { print_seconds(text, size, (double)row->groups->busy[group_of(row)->most]); }
static CELL(cell_waiting) {
  const struct group *g = group_of(row);
  double sum = 0;
  for (uint32_t r = 0; r <= row->groups->region_count; r++)
    sum += g->times[r].wait;
  print_seconds(text, size, sum);
}

static void print_region(char *text, size_t size, const struct row *row, uint32_t at) {
  if (at == row->groups->region_count) {
    snprintf(text, size, "other regions");
    return;
  }
  const struct region *r = &row->analysis->regions[row->groups->regions[at]];
  char where[256];
  print_where(where, sizeof where, r);
  snprintf(text, size, "%s %s", r->key ? r->name : "(outside)", where);
}
static CELL(cell_decided) {
  *text = 0;
  if (row->groups->count > 1)
    print_region(text, size, row, groups_decided_by(row->groups, row->depth));
}
static CELL(cell_members) { groups_name(row->groups, row->depth, location_arrow(), text, size < 200 ? size : 200); }

static const struct column group_columns[] = {
    {"group", false, cell_group},           {"threads", false, cell_count},           {"kind", true, cell_kind},
    {"work least", false, cell_work_least}, {"mean", false, cell_work_mean},          {"most", false, cell_work_most},
    {"wait s", false, cell_waiting},        {"unlike others in", true, cell_decided}, {"which", true, cell_members},
};

static CELL(cell_part) {
  const struct group *g = group_of(row);
  double sum = 0;
  for (uint32_t r = 0; r <= row->groups->region_count; r++)
    sum += g->times[r].work + g->times[r].wait;
  snprintf(text, size, "%.1f", percent(time_of(row)->work + time_of(row)->wait, sum));
}
static CELL(cell_work) { print_seconds(text, size, time_of(row)->work); }
static CELL(cell_wait_mean) { print_seconds(text, size, time_of(row)->wait); }
static CELL(cell_group_region) { print_region(text, size, row, row->path); }

static const struct column region_columns[] = {
    {"group", false, cell_group},         {"part%", false, cell_part},         {"work mean", false, cell_work},
    {"wait mean", false, cell_wait_mean}, {"region", true, cell_group_region},
};

static int by_group_and_time(const void *x, const void *y) {
  const struct row *a = x, *b = y;
  if (a->depth != b->depth)
    return a->depth < b->depth ? -1 : 1;
  double s = time_of(a)->work + time_of(a)->wait, t = time_of(b)->work + time_of(b)->wait;
  return s != t ? (s < t ? 1 : -1) : (a->path < b->path ? -1 : a->path > b->path);
}

/* Prints the regions that have a hundredth of their group's time. */
static bool print_regions(FILE *out, const struct groups *g) {
  struct row *rows = calloc((size_t)g->count * (g->region_count + 1ull), sizeof *rows);
  size_t count = 0;
  if (!rows)
    return false;
  for (uint32_t i = 0; i < g->count; i++) {
    const struct group_time *t = g->groups[i].times;
    double sum = 0;
    for (uint32_t r = 0; r <= g->region_count; r++)
      sum += t[r].work + t[r].wait;
    for (uint32_t r = 0; r <= g->region_count; r++)
      if (sum > 0 && t[r].work + t[r].wait >= sum / 100)
        rows[count++] = (struct row){.analysis = g->analysis, .groups = g, .depth = i, .path = r};
  }
  if (count)
    qsort(rows, count, sizeof *rows, by_group_and_time);
  table_print(out, region_columns, COUNT(region_columns), rows, count);
  free(rows);
  return true;
}

/* Prints those members of each group that have the least and the most work, as the view of locations does. */
static bool print_extremes(FILE *out, const struct listing *l, const struct groups *g) {
  const struct analysis *a = g->analysis;
  struct row *rows = calloc(2ull * g->count + 1, sizeof *rows);
  size_t count = 0;
  for (uint32_t i = 0; rows && i < g->count; i++) {
    const uint32_t which[] = {g->groups[i].least, g->groups[i].most};
    for (uint32_t k = 0; k < (which[0] == which[1] ? 1 : 2); k++)
      rows[count++] = (struct row){.analysis = a, .location = which[k], .metrics = a->locations[which[k]].metrics};
  }
  bool good = rows && listing_show(out, l, rows, count);
  free(rows);
  return good;
}

/* Prints the groups, one a row. */
static bool print_groups(FILE *out, const struct groups *g) {
  struct row *rows = calloc(g->count + 1ull, sizeof *rows);
  if (!rows)
    return false;
  for (uint32_t i = 0; i < g->count; i++)
    rows[i] = (struct row){.analysis = g->analysis, .groups = g, .depth = i};
  fprintf(out, "%u threads in %u group%s that behave alike%s\n", g->analysis->experiment->location_count, g->count,
          g->count == 1 ? "" : "s",
          g->by_parts ? ", by what they did and not by how much, as threads had to do without a processor" : "");
  table_print(out, group_columns, COUNT(group_columns), rows, g->count);
  free(rows);
  return true;
}

bool report_groups(FILE *out, const struct listing *l, const struct analysis *a, const char *all) {
  struct groups g;
  bool good = groups_find(&g, a) && print_groups(out, &g);
  if (good && all) {
    fputs("\nThe regions that have their time, on average\n", out);
    good = print_regions(out, &g);
    fprintf(out, "\nThe threads with the least and the most work of each group; --%s=%s shows all\n", l->name, all);
    good = good && print_extremes(out, l, &g);
  }
  groups_free(&g);
  return good;
}
