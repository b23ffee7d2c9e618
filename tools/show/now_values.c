/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* now_values.c - what threads do now, as the columns of the view have it.
 * Not here: the figures themselves (tools/sums/threads_now.c), what they are called (report_columns.def). */
#include "show/row_values.h"
#include "sums/groups.h"
#include "sums/thread_states.h"

#include <stdlib.h>

static const struct thread_now *first_of(const struct row *row) { return &row->analysis->now[row->now->first]; }

static const struct region *region_at(const struct analysis *a, uint32_t path) {
  return &a->regions[a->paths[path].region];
}

/* Times of what a task has interrupted are not known. */
static bool is_timed(const struct row *row) {
  uint32_t visit = first_of(row)->visit;
  return visit == NO_VISIT || !row->analysis->open_visits[visit].suspended;
}

CELL(cell_now_threads) {
  const struct thread_now *t = first_of(row);
  uint32_t *locations = malloc(row->now->count * sizeof *locations);
  for (uint32_t i = 0; locations && i < row->now->count; i++)
    locations[i] = t[i].location;
  locations_name(row->analysis, locations, locations ? row->now->count : 0, location_arrow(), text, size);
  free(locations);
}
CELL(cell_now_state) {
  static const char *const states[] = {
      [DOING_WAITS] = "waits", [DOING_WORKS] = "works", [DOING_OUTSIDE] = "outside", [DOING_IDLE] = "idle"};
  const struct thread_now *t = first_of(row);
  const bool works = t->doing == DOING_WORKS || t->doing == DOING_OUTSIDE;
  const char *kernel = works ? thread_state_name(t->kernel) : NULL;
  snprintf(text, size, "%s", t->stuck ? "stuck" : kernel ? kernel : states[t->doing]);
}
VALUE(value_now_count) { return value_count(row->now->count); }
VALUE(value_now_for) { return is_timed(row) ? value_time(row->now->time) : NOTHING; }
VALUE(value_now_since) { return is_timed(row) ? value_time(row->now->since) : NOTHING; }

/* The regions of idle threads, and of those outside of all, have no name. */
CELL(cell_now_region) {
  *text = 0;
  if (first_of(row)->visit != NO_VISIT)
    cell_region(text, size, row, column);
}

static int by_visit(const void *x, const void *y) {
  uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
  return a < b ? -1 : a > b;
}

/* Names the threads that are waited for. The visits are in the order of the tree of teams. */
CELL(cell_now_awaited) {
  const struct analysis *a = row->analysis;
  const struct thread_now *t = first_of(row);
  uint32_t count = 0;
  const struct awaited *w = t->visit == NO_VISIT ? NULL : analysis_awaited(a, t->visit, &count);
  uint32_t *locations = malloc((count + 1ull) * sizeof *locations);
  *text = 0;
  for (uint32_t i = 0; locations && i < count; i++)
    locations[i] = w[i].by;
  if (locations && count) {
    qsort(locations, count, sizeof *locations, by_visit);
    for (uint32_t i = 0; i < count; i++)
      locations[i] = a->open_visits[locations[i]].location;
    locations_name(a, locations, count, location_arrow(), text, size);
  }
  free(locations);
}

CELL(cell_now_task) {
  const struct analysis *a = row->analysis;
  uint32_t task = first_of(row)->task;
  *text = 0;
  if (task == NO_PATH)
    return;
  char where[512];
  print_where(where, sizeof where, region_at(a, task));
  snprintf(text, size, "%s", *where ? where : region_at(a, task)->name);
}
CELL(cell_now_creator) {
  const uint32_t creator = first_of(row)->creator;
  *text = 0;
  if (creator != NO_LOCATION)
    analysis_location_name(row->analysis, creator, location_arrow(), text, size);
}
