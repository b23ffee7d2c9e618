/* report.c - the views: which rows and which columns.
 * Not here: layout (table.c), the numbers (analysis.c). */
#include "report.h"
#include "table.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* --- cells --- */

static void seconds(char *text, size_t size, double ns) { snprintf(text, size, "%.3f", ns * 1e-9); }
static void number(char *text, size_t size, uint64_t n) { snprintf(text, size, "%llu", (unsigned long long)n); }

#define CELL_(name) static void name(char *text, size_t size, const struct row *row)
CELL_(cell_self_percent) {
  double all = (double)row->analysis->allocation;
  snprintf(text, size, "%.1f", all > 0 ? 100 * (double)row->totals->exclusive / all : 0.0);
}
CELL_(cell_self) { seconds(text, size, (double)row->totals->exclusive); }
CELL_(cell_inclusive) { seconds(text, size, (double)row->totals->inclusive); }
CELL_(cell_wait) { seconds(text, size, (double)row->totals->wait); }
CELL_(cell_visits) { number(text, size, row->totals->visits); }
CELL_(cell_threads) { number(text, size, row->region->shares); }
CELL_(cell_self_min) { seconds(text, size, (double)row->region->exclusive.min); }
CELL_(cell_self_mean) { seconds(text, size, row->region->exclusive.mean); }
CELL_(cell_self_max) { seconds(text, size, (double)row->region->exclusive.max); }
CELL_(cell_region) { snprintf(text, size, "%s", row->region->name); }
CELL_(cell_path) {
  snprintf(text, size, "%*s%s", row->depth < 100 ? (int)row->depth * 2 : 200, "",
           row->depth ? row->region->name : "(threads)");
}
CELL_(cell_function) { snprintf(text, size, "%s", row->region->construct ? row->region->construct->function : ""); }
CELL_(cell_where) {
  const struct construct *c = row->region->construct;
  if (c && *c->file)
    snprintf(text, size, "%s:%d", c->file, c->begin_line1);
  else
    *text = 0;
}

static const struct location *location_of(const struct row *row) {
  return &row->analysis->experiment->locations[row->location];
}
static const struct location_totals *sums_of(const struct row *row) { return &row->analysis->locations[row->location]; }

CELL_(cell_location) { analysis_location_name(row->analysis, row->location, "->", text, size); }
CELL_(cell_kind) { snprintf(text, size, "%s", analysis_location_kind(row->analysis, row->location)); }
CELL_(cell_served) { number(text, size, location_of(row)->served); }
CELL_(cell_lifetime) { seconds(text, size, (double)sums_of(row)->lifetime); }
CELL_(cell_in_regions) { seconds(text, size, (double)sums_of(row)->in_regions); }
CELL_(cell_outside) { seconds(text, size, (double)sums_of(row)->outside); }
CELL_(cell_idle) { seconds(text, size, (double)sums_of(row)->idle); }
CELL_(cell_location_wait) { seconds(text, size, (double)sums_of(row)->wait); }
CELL_(cell_location_visits) { number(text, size, sums_of(row)->visits); }
CELL_(cell_repaired) { number(text, size, location_of(row)->repaired); }
CELL_(cell_ignored) { number(text, size, location_of(row)->ignored); }
CELL_(cell_open) { number(text, size, sums_of(row)->open); }

/* --- tables --- */

static const struct column flat_columns[] = {
    {"self%", false, cell_self_percent}, {"self s", false, cell_self},      {"incl s", false, cell_inclusive},
    {"wait s", false, cell_wait},        {"visits", false, cell_visits},    {"threads", false, cell_threads},
    {"self min", false, cell_self_min},  {"mean", false, cell_self_mean},   {"max", false, cell_self_max},
    {"region", true, cell_region},       {"function", true, cell_function}, {"where", true, cell_where},
};

static const struct column tree_columns[] = {
    {"self%", false, cell_self_percent}, {"self s", false, cell_self},   {"incl s", false, cell_inclusive},
    {"wait s", false, cell_wait},        {"visits", false, cell_visits}, {"call path", true, cell_path},
    {"function", true, cell_function},   {"where", true, cell_where},
};

static const struct column location_columns[] = {
    {"thread", false, cell_location},
    {"kind", true, cell_kind},
    {"served", false, cell_served},
    {"life s", false, cell_lifetime},
    {"in regions", false, cell_in_regions},
    {"outside", false, cell_outside},
    {"idle", false, cell_idle},
    {"wait s", false, cell_location_wait},
    {"visits", false, cell_location_visits},
    {"repaired", false, cell_repaired},
    {"ignored", false, cell_ignored},
    {"unfinished", false, cell_open},
};

static const struct column share_columns[] = {
    {"thread", false, cell_location},  {"self%", false, cell_self_percent}, {"self s", false, cell_self},
    {"incl s", false, cell_inclusive}, {"wait s", false, cell_wait},        {"visits", false, cell_visits},
    {"region", true, cell_region},     {"function", true, cell_function},   {"where", true, cell_where},
};

/* --- views --- */

static double percent(double part, double whole) { return whole > 0 ? 100 * part / whole : 0; }

bool report_head(FILE *out, const struct loaded *l, const struct analysis *a) {
  const struct experiment *e = &l->experiment;
  double all = (double)a->allocation;
  char directory[sizeof l->directory];
  memcpy(directory, l->directory, sizeof directory);
  text_clean(directory, "");
  fprintf(out, "%s · %s · %u thread%s · %.2f s wall · %.2f s CPU allocation\n", e->program, run_state_names[l->state],
          a->threads, a->threads == 1 ? "" : "s", (double)a->wall * 1e-9, all * 1e-9);
  fprintf(out, "idle %.1f %% · waiting %.1f %% · measuring ~%.1f %% · experiment %s\n", percent((double)a->idle, all),
          percent((double)a->waiting, all), percent(a->measuring, all), directory);
  if (l->state == RUN_KILLED)
    fprintf(out, "The program did not end normally: this is what was measured up to its last event.\n");
  if (l->state == RUN_UNKNOWN)
    fprintf(out, "The program is still running, or did not end normally; it is on another machine, %s.\n", e->host);
  static const char *const stops[] = {[POMP_STOP_NONE] = NULL,
                                      [POMP_STOP_LIMIT] = "POMP_MEMORY was used up",
                                      [POMP_STOP_SPACE] = "the disk was full",
                                      [POMP_STOP_FILE] = "the experiment's file could not grow"};
  uint32_t stop = e->header.stop_reason;
  if (stop)
    fprintf(out, "Measurement ended before the program did: %s.\n", stop < COUNT(stops) ? stops[stop] : "unknown");
  if (e->header.filtered)
    fprintf(out, "POMP_FILTER excluded %u construct%s.\n", e->header.filtered, e->header.filtered == 1 ? "" : "s");
  if (a->repaired || a->ignored || a->lost || a->open)
    fprintf(out,
            "Events: %llu regions ended without an exit of their own, %llu exits without a region, %llu lost; %u "
            "regions were open at the end.\n",
            (unsigned long long)a->repaired, (unsigned long long)a->ignored, (unsigned long long)a->lost, a->open);
  fputc('\n', out);
  return true;
}

/* The initial threads' time outside of all regions, as a region. That of workers is idle time, and in the head. */
static struct region outside_regions(const struct analysis *a) {
  struct region outside = a->regions[0];
  struct spread *self = &outside.exclusive;
  outside.totals = (struct totals){0};
  outside.shares = 0;
  *self = (struct spread){UINT64_MAX, 0, 0};
  for (uint32_t i = 0; i < a->experiment->location_count; i++) {
    uint64_t time = a->locations[i].outside;
    const struct location *l = &a->experiment->locations[i];
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

bool report_flat(FILE *out, const struct loaded *l, const struct analysis *a) {
  (void)l;
  struct row *rows = calloc(a->region_count, sizeof *rows);
  if (!rows)
    return false;
  size_t count = 0;
  struct region outside = outside_regions(a);
  bool placed = false;
  for (uint32_t i = 1; i <= a->region_count; i++) {
    if (!placed && (i == a->region_count || a->regions[i].totals.exclusive < outside.totals.exclusive)) {
      rows[count++] = (struct row){.analysis = a, .region = &outside, .totals = &outside.totals};
      placed = true;
    }
    if (i < a->region_count)
      rows[count++] = (struct row){.analysis = a, .region = &a->regions[i], .totals = &a->regions[i].totals};
  }
  table_print(out, flat_columns, COUNT(flat_columns), rows, count);
  free(rows);
  return true;
}

bool report_tree(FILE *out, const struct loaded *l, const struct analysis *a) {
  (void)l;
  struct row *rows = calloc(a->path_count, sizeof *rows);
  if (!rows)
    return false;
  size_t count = 0;
  for (uint32_t p = 0; p != NO_PATH;) {
    const struct path *path = &a->paths[p];
    rows[count++] =
        (struct row){.analysis = a, .region = &a->regions[path->region], .totals = &path->totals, .depth = path->depth};
    if (path->first_child != NO_PATH) {
      p = path->first_child;
      continue;
    }
    while (p != NO_PATH && a->paths[p].next_sibling == NO_PATH)
      p = a->paths[p].parent;
    p = p == NO_PATH ? NO_PATH : a->paths[p].next_sibling;
  }
  table_print(out, tree_columns, COUNT(tree_columns), rows, count);
  free(rows);
  return true;
}

static int by_location_and_self(const void *x, const void *y) {
  const struct row *a = x, *b = y;
  if (a->location != b->location)
    return a->location < b->location ? -1 : 1;
  if (a->totals->exclusive != b->totals->exclusive)
    return a->totals->exclusive < b->totals->exclusive ? 1 : -1;
  return a->region < b->region ? -1 : a->region > b->region;
}

bool report_threads(FILE *out, const struct loaded *l, const struct analysis *a) {
  (void)l;
  uint32_t locations = a->experiment->location_count;
  struct row *rows = calloc((size_t)a->share_count + locations, sizeof *rows);
  if (!rows)
    return false;
  for (uint32_t i = 0; i < locations; i++)
    rows[i] = (struct row){.analysis = a, .location = i};
  table_print(out, location_columns, COUNT(location_columns), rows, locations);
  fputc('\n', out);
  for (uint32_t i = 0; i < a->share_count; i++)
    rows[i] = (struct row){.analysis = a,
                           .region = &a->regions[a->shares[i].region],
                           .totals = &a->shares[i].totals,
                           .location = a->shares[i].location};
  qsort(rows, a->share_count, sizeof *rows, by_location_and_self);
  table_print(out, share_columns, COUNT(share_columns), rows, a->share_count);
  free(rows);
  return true;
}
