/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* read_values.c - the values of a snapshot by column, and by how much they have grown since the one before.
 * Not here: what there are values of (describe.c), what is the same in both snapshots (same_in_snapshots.c). */
#include "library/read_internal.h"
#include "pomp_read.h"

#include <stdlib.h>
#include <string.h>

#define RUN (1u << POMP_READ_OF_RUN)
#define LOCATION (1u << POMP_READ_OF_LOCATION)
#define REGION (1u << POMP_READ_OF_REGION)
#define PATH (1u << POMP_READ_OF_PATH)

/* Each row is a column of libpompread: its name, key, unit, the tables that have it, and its meaning. docs/read.md has
 * the same table, which test/runtime/read-documented.test compares. */
#define COLUMNS(X)                                                                                                     \
  X(VISITS, "visits", "", RUN | LOCATION | REGION | PATH, "how often regions were entered")                            \
  X(SELF, "exclusive_ns", "ns", REGION | PATH, "time in the region itself, without the regions inside of it")          \
  X(INCLUSIVE, "inclusive_ns", "ns", REGION | PATH, "time in the region and all that is inside of it")                 \
  X(WAIT, "wait_ns", "ns", RUN | LOCATION | REGION | PATH, "time in which other threads were waited for")              \
  X(OPEN, "unfinished", "", RUN | LOCATION | REGION | PATH, "visits that had not ended")                               \
  X(IN_REGIONS, "in_regions_ns", "ns", RUN | LOCATION, "time in regions, waiting as well")                             \
  X(OUTSIDE, "outside_ns", "ns", RUN | LOCATION, "time in which the program's code was executed outside of regions")   \
  X(WORK, "work_ns", "ns", RUN | LOCATION, "in_regions_ns and outside_ns without wait_ns")                             \
  X(IDLE, "idle_ns", "ns", RUN | LOCATION, "time in which threads had nothing to execute")

enum column {
#define COLUMN_NAME(name, ...) COLUMN_##name,
  COLUMNS(COLUMN_NAME)
#undef COLUMN_NAME
      COLUMN_COUNT
};

static const struct pomp_read_column columns[] = {
#define COLUMN_ROW(name, key, unit, of, text) {key, unit, text, of, 0},
    COLUMNS(COLUMN_ROW)
#undef COLUMN_ROW
};

uint32_t column_count(const struct snapshot *s) { return COLUMN_COUNT + s->loaded.experiment.metric_count; }

POMP_READ_API int pomp_read_column(const struct pomp_read *r, uint32_t column, struct pomp_read_column *of,
                                   size_t size) {
  const struct experiment *e = &r->now->loaded.experiment;
  if (column >= column_count(r->now))
    return -1;
  if (column < COLUMN_COUNT)
    return give(of, size, &columns[column], sizeof columns[column]);
  const struct metric *m = &e->metrics[column - COLUMN_COUNT];
  const struct pomp_read_column all = {m->name, m->unit ? m->unit : "", m->text ? m->text : "",
                                       RUN | LOCATION | REGION | PATH, 1};
  return give(of, size, &all, sizeof all);
}

POMP_READ_API uint32_t pomp_read_find_column(const struct pomp_read *r, const char *key) {
  struct pomp_read_column c;
  for (uint32_t i = 0; pomp_read_column(r, i, &c, sizeof c) == 0; i++)
    if (strcmp(c.key, key) == 0)
      return i;
  return POMP_READ_NONE;
}

/* --- values --- */

/* These are the values of something, by column. Where the kind does not have a column, its value means nothing. */
struct figures {
  uint64_t of[COLUMN_COUNT];
  const struct metric_sum *metrics;
  bool with_inside; /* metrics: the inclusive sum is asked for */
};

static void take_totals(struct figures *f, const struct totals *t) {
  f->of[COLUMN_VISITS] = t->visits;
  f->of[COLUMN_SELF] = t->exclusive;
  f->of[COLUMN_INCLUSIVE] = t->inclusive;
  f->of[COLUMN_WAIT] = t->wait;
  f->of[COLUMN_OPEN] = t->open;
  f->metrics = t->metrics;
}

static void take_times(struct figures *f, uint64_t in_regions, uint64_t outside, uint64_t wait, uint64_t idle) {
  const uint64_t busy = in_regions + outside;
  f->of[COLUMN_IN_REGIONS] = in_regions;
  f->of[COLUMN_OUTSIDE] = outside;
  f->of[COLUMN_WAIT] = wait;
  f->of[COLUMN_IDLE] = idle;
  f->of[COLUMN_WORK] = busy > wait ? busy - wait : 0;
}

static bool of_run(const struct analysis *a, struct metric_sum *sums, struct figures *f) {
  const struct process_totals *t = &a->all;
  const struct experiment *e = a->experiment;
  take_times(f, t->in_regions, t->outside, t->waiting, t->idle);
  f->of[COLUMN_VISITS] = t->visits;
  f->of[COLUMN_OPEN] = a->open;
  for (uint32_t i = 0; i < e->location_count; i++)
    for (uint32_t k = 0; k < e->metric_count; k++)
      sums[k].inclusive = (int64_t)((uint64_t)sums[k].inclusive + (uint64_t)a->locations[i].metrics[k].inclusive);
  f->metrics = sums;
  f->with_inside = true;
  return true;
}

static bool of_location(const struct analysis *a, uint32_t location, struct figures *f) {
  if (location >= a->experiment->location_count)
    return false;
  const struct location_totals *t = &a->locations[location];
  take_times(f, t->in_regions, t->outside, t->wait, t->idle);
  f->of[COLUMN_VISITS] = t->visits;
  f->of[COLUMN_OPEN] = t->open;
  f->metrics = t->metrics;
  f->with_inside = true;
  return true;
}

/* The shares of a region are in the order of the locations. */
static void of_share(const struct analysis *a, const struct region *g, uint32_t location, struct metric_sum *sums,
                     struct figures *f) {
  const struct share *shares = analysis_shares(a, g);
  uint32_t low = 0, high = g->shares;
  f->metrics = sums;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (shares[middle].location < location)
      low = middle + 1;
    else
      high = middle;
  }
  if (low < g->shares && shares[low].location == location) {
    struct totals t = analysis_share_totals(a, &shares[low], sums);
    take_totals(f, &t);
  }
}

static bool of_region(const struct analysis *a, uint32_t region, uint32_t location, struct metric_sum *sums,
                      struct figures *f) {
  if (region >= a->region_count)
    return false;
  const struct region *g = &a->regions[region];
  if (location == POMP_READ_NONE)
    take_totals(f, &g->totals);
  else
    of_share(a, g, location, sums, f);
  return true;
}

/* Those nodes of the path that are the location's: most often one. */
static bool of_path(const struct analysis *a, uint32_t path, uint32_t location, struct metric_sum *sums,
                    struct figures *f) {
  struct totals sum = {.metric_count = a->experiment->metric_count, .metrics = sums};
  uint32_t node;
  if (path >= a->path_count)
    return false;
  if (location == POMP_READ_NONE) {
    take_totals(f, &a->paths[path].totals);
    return true;
  }
  for (uint32_t i = 0; analysis_node(a, path, i, &node); i++) {
    if (a->experiment->nodes[node].location != location)
      continue;
    struct totals t = analysis_node_totals(a, node);
    totals_add(&sum, &t);
  }
  take_totals(f, &sum);
  return true;
}

/* Finds a value. False: there is no such thing, or no memory for the sums of metrics. */
static bool find_value(const struct snapshot *s, uint32_t column, uint32_t of, uint32_t row, uint32_t location,
                       int64_t *value) {
  const struct analysis *a = &s->analysis;
  const uint32_t metrics = a->experiment->metric_count, locations = a->experiment->location_count;
  struct figures f = {.metrics = NULL};
  struct metric_sum *sums = calloc(metrics + 1ull, sizeof *sums);
  bool good = sums && (location == POMP_READ_NONE || location < locations);
  if (good)
    good = of == POMP_READ_OF_RUN        ? row == 0 && of_run(a, sums, &f)
           : of == POMP_READ_OF_LOCATION ? of_location(a, row, &f)
           : of == POMP_READ_OF_REGION   ? of_region(a, row, location, sums, &f)
                                         : of_path(a, row, location, sums, &f);
  if (good && column < COLUMN_COUNT)
    *value = (int64_t)f.of[column];
  else if (good) {
    const struct metric_sum *m = f.metrics ? &f.metrics[column - COLUMN_COUNT] : NULL;
    *value = !m ? 0 : f.with_inside ? m->inclusive : m->exclusive;
  }
  free(sums);
  return good;
}

static bool is_asked_well(const struct pomp_read *r, uint32_t column, uint32_t of, uint32_t location) {
  struct pomp_read_column c;
  return of <= POMP_READ_OF_PATH && pomp_read_column(r, column, &c, sizeof c) == 0 && c.of >> of & 1 &&
         (location == POMP_READ_NONE || of == POMP_READ_OF_REGION || of == POMP_READ_OF_PATH);
}

POMP_READ_API int pomp_read_value(const struct pomp_read *r, uint32_t column, uint32_t of, uint32_t row,
                                  uint32_t location, int64_t *value) {
  int was = pomp_read_lock();
  bool good = is_asked_well(r, column, of, location) && find_value(r->now, column, of, row, location, value);
  pomp_read_unlock(was);
  return good ? 0 : -1;
}

/* --- differences --- */

/* Returns the number in the snapshot before of what `row` is now. */
static uint32_t row_before(const struct pomp_read *r, uint32_t of, uint32_t row) {
  return of == POMP_READ_OF_RUN        ? row
         : of == POMP_READ_OF_LOCATION ? r->same.location[row]
         : of == POMP_READ_OF_REGION   ? r->same.region[row]
                                       : r->same.path[row];
}

/* A metric may have another number there. */
static uint32_t column_before(const struct pomp_read *r, uint32_t column) {
  const struct experiment *now = &r->now->loaded.experiment, *before = &r->before->loaded.experiment;
  if (column < COLUMN_COUNT)
    return column;
  for (uint32_t i = 0; i < before->metric_count; i++)
    if (strcmp(before->metrics[i].name, now->metrics[column - COLUMN_COUNT].name) == 0)
      return COLUMN_COUNT + i;
  return POMP_READ_NONE;
}

static int64_t find_before(const struct pomp_read *r, uint32_t column, uint32_t of, uint32_t row, uint32_t location) {
  int64_t value = 0;
  row = row_before(r, of, row);
  column = column_before(r, column);
  if (location != POMP_READ_NONE) {
    location = r->same.location[location];
    if (location == POMP_READ_NONE)
      return 0;
  }
  if (row == POMP_READ_NONE || column == POMP_READ_NONE)
    return 0;
  return find_value(r->before, column, of, row, location, &value) ? value : 0;
}

POMP_READ_API int pomp_read_change(const struct pomp_read *r, uint32_t column, uint32_t of, uint32_t row,
                                   uint32_t location, int64_t *value) {
  int64_t now = 0, before = 0;
  int was = pomp_read_lock();
  bool good = is_asked_well(r, column, of, location) && find_value(r->now, column, of, row, location, &now);
  if (good && r->before)
    before = find_before(r, column, of, row, location);
  pomp_read_unlock(was);
  if (good)
    *value = (int64_t)((uint64_t)now - (uint64_t)before);
  return good ? 0 : -1;
}
