/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* wait_tables.c - the tables below the regions: waits, holders of locks, tasks. A table without rows is left out.
 * Not here: the numbers (analyse.c, waits.c). */
#include "findings/finding.h"
#include "show/report.h"
#include "show/table_cells.h"

#include <stdlib.h>
#include <string.h>

#define SHOWN 500000u /* ns: what a table of ms shows as more than nothing */

/* --- waits --- */

static void print_if(char *text, size_t size, uint64_t ns) {
  if (ns)
    print_seconds(text, size, (double)ns);
  else
    *text = 0;
}

/* Returns the block of a critical or ordered construct, which keeps others out. */
static const struct region *block_of(const struct analysis *a, const struct region *r) {
  enum pomp_role block = pomp_role_block(r->role);
  return block ? analysis_part(a, r, block) : NULL;
}

static CELL(cell_blocked) { print_if(text, size, row->totals->wait); }
static CELL(cell_held) {
  const struct region *block = block_of(row->analysis, row->region);
  print_if(text, size, block ? block->totals.inclusive : row->totals->held);
}
static CELL(cell_contended) {
  *text = 0;
  if (row->totals->contended)
    snprintf(text, size, "%llu (%.0f %%)", (unsigned long long)row->totals->contended,
             percent((double)row->totals->contended, (double)row->totals->visits));
}
static CELL(cell_in_tasks) { print_if(text, size, row->totals->tasks); }
static CELL(cell_delay) { print_if(text, size, row->totals->delay); }
static CELL(cell_caused) { print_if(text, size, row->region->caused_wait); }

static const struct column wait_columns[] = {
    {"wait s", false, cell_blocked},      {"held s", false, cell_held},   {"contended", false, cell_contended},
    {"in tasks s", false, cell_in_tasks}, {"delay s", false, cell_delay}, {"caused s", false, cell_caused},
    {"visits", false, cell_visits},       {"region", true, cell_region},  {"function", true, cell_function},
    {"where", true, cell_where},
};

/* Returns the most waiting that the region suffered, caused, or began with. */
static uint64_t waits_most(const struct region *r) {
  uint64_t most = r->caused_wait > r->totals.wait ? r->caused_wait : r->totals.wait;
  return r->totals.delay > most ? r->totals.delay : most;
}

static int by_waits(const void *x, const void *y) {
  const struct row *a = x, *b = y;
  uint64_t s = waits_most(a->region), t = waits_most(b->region);
  if (s == t) {
    s = a->totals->tasks;
    t = b->totals->tasks;
  }
  if (s != t)
    return s < t ? 1 : -1;
  return a->region < b->region ? -1 : a->region > b->region;
}

/* True if the region is in the table of waits. The delay of tasks, which is queueing, is in the table of tasks. */
static bool has_waits(const struct region *r) {
  bool some = waits_most(r) >= SHOWN || r->totals.tasks >= SHOWN || r->totals.contended || r->caused_waits;
  return some && r->role != POMP_ROLE_TASK;
}

static void add_waits(struct region *to, const struct region *r) {
  to->totals.wait += r->totals.wait;
  to->totals.held += r->totals.held;
  to->totals.contended += r->totals.contended;
  to->totals.tasks += r->totals.tasks;
  to->totals.delay += r->totals.delay;
  to->totals.visits += r->totals.visits;
  to->caused_wait += r->caused_wait;
  to->caused_waits += r->caused_waits;
}

/* Returns the regions, where the first of copies of one place has the waits of all, and the others are left out. NULL:
 * no memory. */
static struct region *places_of(const struct analysis *a, bool *left_out) {
  uint32_t *of = malloc((a->region_count + 1ull) * sizeof *of);
  struct region *places = malloc((a->region_count + 1ull) * sizeof *places);
  bool good = of && places && find_copies(a, of);
  for (uint32_t i = 0; good && i < a->region_count; i++) {
    places[i] = a->regions[i];
    left_out[i] = of[i] != i;
    if (left_out[i])
      add_waits(&places[of[i]], &a->regions[i]);
  }
  free(of);
  if (!good)
    free(places);
  return good ? places : NULL;
}

/* False if there is no memory. */
static bool print_waits(FILE *out, const struct analysis *a, struct row *rows) {
  size_t count = 0;
  bool *left_out = calloc(a->region_count + 1ull, sizeof *left_out);
  struct region *places = left_out ? places_of(a, left_out) : NULL;
  for (uint32_t i = 1; places && i < a->region_count; i++) {
    const struct region *r = &places[i];
    if (!left_out[i] && has_waits(r))
      rows[count++] = (struct row){.analysis = a, .region = r, .totals = &r->totals};
  }
  if (count) {
    qsort(rows, count, sizeof *rows, by_waits);
    fputs("\nWaits, and what they were for\n", out);
    table_print(out, wait_columns, COUNT(wait_columns), rows, count);
  }
  const bool good = places != NULL;
  free(places);
  free(left_out);
  return good;
}

/* --- who held it --- */

static void print_place(char *text, size_t size, const struct analysis *a, uint32_t region) {
  char where[256];
  if (region == NO_REGION) {
    snprintf(text, size, "(unknown)");
    return;
  }
  print_where(where, sizeof where, &a->regions[region]);
  snprintf(text, size, "%s%s%s", a->regions[region].name, *where ? "  " : "", where);
}
static CELL(cell_blame_time) { print_seconds(text, size, (double)row->blame->time); }
static CELL(cell_blame_waits) { print_number(text, size, row->blame->waits); }
static CELL(cell_waiter) { print_place(text, size, row->analysis, row->blame->waiter); }
static CELL(cell_holder) {
  if (row->blame->held)
    print_place(text, size, row->analysis, row->blame->holder);
  else
    snprintf(text, size, "(nobody)");
}

static const struct column blame_columns[] = {
    {"wait s", false, cell_blame_time},
    {"waits", false, cell_blame_waits},
    {"waiting at", true, cell_waiter},
    {"held by", true, cell_holder},
};

#define PAIRS 12u

static bool any_unheld(const struct analysis *a) {
  for (uint32_t i = 0; i < a->pair_count; i++)
    if (!a->pairs[i].held)
      return true;
  return false;
}

static void print_blame(FILE *out, const struct analysis *a, struct row *rows) {
  uint32_t count = a->pair_count < PAIRS ? a->pair_count : PAIRS;
  if (!count)
    return;
  for (uint32_t i = 0; i < count; i++)
    rows[i] = (struct row){.analysis = a, .blame = &a->pairs[i]};
  fputs("\nWho held it\n", out);
  table_print(out, blame_columns, COUNT(blame_columns), rows, count);
  if (a->pair_count > count)
    fprintf(out, "  and %u more\n", a->pair_count - count);
  if (any_unheld(a))
    fputs("  (nobody): the lock was free, but the thread that got it next was not running yet; or earlier iterations "
          "had not "
          "come to an ordered block; or the holder was not measured\n",
          out);
}

/* --- tasks --- */

/* Prints the mean of a visit, or nothing if there are none. */
static void print_mean(char *text, size_t size, uint64_t ns, uint64_t visits) {
  *text = 0;
  if (visits)
    print_duration(text, size, (double)ns / (double)visits);
}

static CELL(cell_min) {
  *text = 0;
  if (row->totals->min != UINT64_MAX)
    print_duration(text, size, (double)row->totals->min);
}
static CELL(cell_max) {
  *text = 0;
  if (row->totals->min != UINT64_MAX)
    print_duration(text, size, (double)row->totals->max);
}
static void print_quantile(char *text, size_t size, const struct row *row, double part) {
  double ns;
  *text = 0;
  if (region_quantile(row->analysis, row->region, part, &ns))
    print_duration(text, size, ns);
}
static CELL(cell_median) { print_quantile(text, size, row, 0.5); }
static CELL(cell_p95) { print_quantile(text, size, row, 0.95); }
static CELL(cell_task_queued) { print_mean(text, size, row->totals->delay, row->totals->visits); }
static CELL(cell_task_create) {
  const struct region *create = analysis_part(row->analysis, row->region, POMP_ROLE_TASK_CREATE);
  print_mean(text, size, create ? create->totals.exclusive : 0, create ? create->totals.visits : 0);
}

#define TOO_FINE 0.1 /* of the region's own time; less is not worth a word */

static bool is_too_fine(const struct region *r) { return r->measuring > TOO_FINE * (double)r->totals.exclusive; }

static CELL(cell_measuring) {
  *text = 0;
  if (is_too_fine(row->region) && row->totals->exclusive)
    snprintf(text, size, "~%.0f %%", percent(row->region->measuring, (double)row->totals->exclusive));
}

/* Says what the column is about, if there is anything in it. */
static void print_too_fine(FILE *out, const struct row *rows, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (is_too_fine(rows[i].region)) {
      fputs("  measuring: the share of the self time that measuring took, estimated: these regions are so short that "
            "their "
            "times say little of the program\n",
            out);
      return;
    }
}

static const struct column task_columns[] = {
    {"tasks", false, cell_visits},
    {"total s", false, cell_inclusive},
    {"mean", false, cell_visit},
    {"min", false, cell_min},
    {"median", false, cell_median},
    {"95 %", false, cell_p95},
    {"max", false, cell_max},
    {"queued", false, cell_task_queued},
    {"creation", false, cell_task_create},
    {"measuring", false, cell_measuring},
    {"task", true, cell_region},
    {"function", true, cell_function},
    {"where", true, cell_where},
};

static void print_tasks(FILE *out, const struct analysis *a, struct row *rows) {
  size_t count = 0;
  for (uint32_t i = 1; i < a->region_count; i++)
    if (a->regions[i].role == POMP_ROLE_TASK)
      rows[count++] = (struct row){.analysis = a, .region = &a->regions[i], .totals = &a->regions[i].totals};
  if (!count)
    return;
  fputs("\nTasks\n", out);
  table_print(out, task_columns, COUNT(task_columns), rows, count);
  print_too_fine(out, rows, count);
}

/* --- how long a visit took --- */

static const struct column visit_columns[] = {
    {"visits", false, cell_visits},       {"mean", false, cell_visit},   {"min", false, cell_min},
    {"median", false, cell_median},       {"95 %", false, cell_p95},     {"max", false, cell_max},
    {"measuring", false, cell_measuring}, {"region", true, cell_region}, {"function", true, cell_function},
    {"where", true, cell_where},
};

enum { FEW_VISITS = 10, VISIT_ROWS = 12 };

/* Tasks have a table of their own; the regions come in descending order of their self time. */
static void print_visits(FILE *out, const struct analysis *a, struct row *rows) {
  size_t count = 0;
  for (uint32_t i = 1; i < a->region_count && count < VISIT_ROWS; i++) {
    const struct region *r = &a->regions[i];
    if (r->distribution && r->totals.visits >= FEW_VISITS && r->role != POMP_ROLE_TASK)
      rows[count++] = (struct row){.analysis = a, .region = r, .totals = &r->totals};
  }
  if (count) {
    fputs("\nHow long a visit took (median and 95 % are interpolated between powers of two)\n", out);
    table_print(out, visit_columns, COUNT(visit_columns), rows, count);
    print_too_fine(out, rows, count);
  }
  if (a->histograms_missing)
    fprintf(
        out,
        "%s  %u call path%s found no room for a histogram in POMP_MEMORY: median and 95 %% are of the other visits, "
        "and regions without any others are not in this table\n",
        count ? "" : "\nHow long a visit took\n", a->histograms_missing, a->histograms_missing == 1 ? "" : "s");
}

bool report_causes(FILE *out, const struct analysis *a) {
  struct row *rows = calloc((size_t)a->region_count + PAIRS, sizeof *rows);
  if (!rows)
    return false;
  const bool good = print_waits(out, a, rows);
  if (good) {
    print_blame(out, a, rows);
    print_tasks(out, a, rows);
    print_visits(out, a, rows);
  }
  free(rows);
  return good;
}
