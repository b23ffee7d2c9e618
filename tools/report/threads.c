/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* threads.c - the view of locations, in the order of the tree of teams.
 * Not here: the numbers (locations.c). */
#include "cells.h"
#include "metric_columns.h"
#include "report.h"

#include <stdlib.h>

static const struct location *location_of(const struct row *row) {
  return &row->analysis->experiment->locations[row->location];
}
static const struct location_totals *sums_of(const struct row *row) { return &row->analysis->locations[row->location]; }

static void print_unless(char *text, size_t size, uint64_t n, uint64_t nothing) {
  if (n == nothing)
    *text = 0;
  else
    print_number(text, size, n);
}

static CELL(cell_kind) { snprintf(text, size, "%s", analysis_location_kind(row->analysis, row->location)); }
static CELL(cell_level) { print_unless(text, size, location_of(row)->level, POMP_NOT_KNOWN); }
static CELL(cell_team_size) { print_unless(text, size, location_of(row)->team_size, POMP_NOT_KNOWN); }
static CELL(cell_os_thread) { print_number(text, size, location_of(row)->os_thread); }
static CELL(cell_cpu) { print_unless(text, size, location_of(row)->cpu, POMP_NOT_KNOWN); }
static CELL(cell_served) { print_number(text, size, location_of(row)->served); }
static CELL(cell_in_regions) { print_seconds(text, size, (double)sums_of(row)->in_regions); }
static CELL(cell_outside) { print_seconds(text, size, (double)sums_of(row)->outside); }
static CELL(cell_idle) { print_seconds(text, size, (double)sums_of(row)->idle); }
static CELL(cell_on_cpu) {
  const struct scheduled *s = &sums_of(row)->scheduled;
  *text = 0;
  if (s->known)
    snprintf(text, size, "%.1f", 100 * scheduled_part(s, s->on_cpu));
}
static CELL(cell_ready) {
  const struct scheduled *s = &sums_of(row)->scheduled;
  *text = 0;
  if (s->known && s->ready_known)
    print_seconds(text, size, (double)s->ready);
}
static CELL(cell_asleep) {
  const struct scheduled *s = &sums_of(row)->scheduled;
  *text = 0;
  if (s->known && s->ready_known)
    print_seconds(text, size, (double)scheduled_asleep(s));
}
static CELL(cell_team_cpu) {
  const struct team_cpu *c = &sums_of(row)->cpu;
  double part = percent((double)c->on_cpu, (double)c->span);
  *text = 0;
  if (c->visits)
    snprintf(text, size, "%.1f", part < 100 ? part : 100);
}
static CELL(cell_location_wait) { print_seconds(text, size, (double)sums_of(row)->wait); }
static CELL(cell_location_visits) { print_number(text, size, sums_of(row)->visits); }
static CELL(cell_repaired) { print_unless(text, size, location_of(row)->repaired, 0); }
static CELL(cell_ignored) { print_unless(text, size, location_of(row)->ignored, 0); }
static CELL(cell_open) { print_unless(text, size, sums_of(row)->open, 0); }

/* Prints where most of the member's time was forked, and from how many other lines. */
static CELL(cell_forked) {
  const struct location_totals *l = sums_of(row);
  char where[256];
  *text = 0;
  if (!l->forks)
    return;
  print_where(where, sizeof where, &row->analysis->regions[row->analysis->forks[l->first_fork].region]);
  if (l->forks == 1)
    snprintf(text, size, "%s", where);
  else
    snprintf(text, size, "%s and %u more", where, l->forks - 1);
}

static const struct column location_columns[] = {
    {"thread", true, cell_location},       {"kind", true, cell_kind},
    {"level", false, cell_level},          {"team", false, cell_team_size},
    {"OS thread", false, cell_os_thread},  {"CPU", false, cell_cpu},
    {"served", false, cell_served},        {"in regions", false, cell_in_regions},
    {"outside", false, cell_outside},      {"idle s", false, cell_idle},
    {"wait s", false, cell_location_wait}, {"visits", false, cell_location_visits},
    {"on CPU%", false, cell_on_cpu},       {"ready s", false, cell_ready},
    {"asleep s", false, cell_asleep},      {"in teams%", false, cell_team_cpu},
    {"repaired", false, cell_repaired},    {"ignored", false, cell_ignored},
    {"unfinished", false, cell_open},      {"forked at", true, cell_forked},
};

static const struct column share_columns[] = {
    {"thread", true, cell_location},   {"self%", false, cell_self_percent}, {"self s", false, cell_self},
    {"incl s", false, cell_inclusive}, {"wait s", false, cell_wait},        {"visits", false, cell_visits},
    {"region", true, cell_region},     {"function", true, cell_function},   {"where", true, cell_where},
};

static int by_location_and_self(const void *x, const void *y) {
  const struct row *a = x, *b = y;
  if (a->rank != b->rank)
    return a->rank < b->rank ? -1 : 1;
  if (a->totals->exclusive != b->totals->exclusive)
    return a->totals->exclusive < b->totals->exclusive ? 1 : -1;
  return a->region < b->region ? -1 : a->region > b->region;
}

/* Prints the shares. Being outside of regions is no time of a worker's or a member's. */
static void print_shares(FILE *out, const struct analysis *a, struct row *rows, const uint32_t *rank) {
  size_t count = 0;
  for (uint32_t i = 0; i < a->share_count; i++) {
    const struct share *s = &a->shares[i];
    if (s->region || s->totals.exclusive)
      rows[count++] = (struct row){.analysis = a,
                                   .region = &a->regions[s->region],
                                   .totals = &s->totals,
                                   .location = s->location,
                                   .rank = rank[s->location]};
  }
  qsort(rows, count, sizeof *rows, by_location_and_self);
  struct column columns[TABLE_COLUMNS];
  enum { NUMBERS = 6 };
  size_t width =
      metric_columns(a->experiment, SELF_AND_INCLUSIVE, share_columns, COUNT(share_columns), NUMBERS, columns);
  table_print(out, columns, width, rows, count);
}

/* --- the ranks of a job --- */

static const struct process *process_of(const struct row *row) {
  return &row->analysis->experiment->processes[row->process];
}
static const struct process_totals *totals_of(const struct row *row) { return &row->analysis->processes[row->process]; }

static CELL(cell_rank) { print_number(text, size, process_of(row)->header.rank); }
static CELL(cell_state) { snprintf(text, size, "%s", run_state_names[process_of(row)->state]); }
static CELL(cell_host) { snprintf(text, size, "%s", process_of(row)->host); }
static CELL(cell_pid) { print_number(text, size, process_of(row)->header.pid); }
static CELL(cell_process_threads) { print_number(text, size, totals_of(row)->threads); }
static CELL(cell_process_wall) { print_seconds(text, size, (double)totals_of(row)->wall); }
static CELL(cell_process_regions) { print_seconds(text, size, (double)totals_of(row)->in_regions); }
static CELL(cell_process_outside) { print_seconds(text, size, (double)totals_of(row)->outside); }
static CELL(cell_process_idle) { print_seconds(text, size, (double)totals_of(row)->idle); }
static CELL(cell_process_wait) { print_seconds(text, size, (double)totals_of(row)->waiting); }
static CELL(cell_process_visits) { print_number(text, size, totals_of(row)->visits); }
/* Prints the offset at the start of the process, in us. */
static CELL(cell_offset) {
  double offset, error;
  *text = 0;
  if (process_offset(process_of(row), process_of(row)->header.sync[0].ns, &offset, &error))
    snprintf(text, size, "%.1f (+- %.1f)", offset * 1e-3, error * 1e-3);
}

static const struct column process_columns[] = {
    {"rank", false, cell_rank},
    {"state", true, cell_state},
    {"host", true, cell_host},
    {"pid", false, cell_pid},
    {"threads", false, cell_process_threads},
    {"wall s", false, cell_process_wall},
    {"in regions", false, cell_process_regions},
    {"outside", false, cell_process_outside},
    {"idle s", false, cell_process_idle},
    {"wait s", false, cell_process_wait},
    {"visits", false, cell_process_visits},
    {"clock offset us", false, cell_offset},
};

static bool print_processes(FILE *out, const struct analysis *a) {
  uint32_t count = a->experiment->process_count;
  struct row *rows = calloc(count, sizeof *rows);
  if (!rows)
    return false;
  for (uint32_t i = 0; i < count; i++)
    rows[i] = (struct row){.analysis = a, .process = i};
  table_print(out, process_columns, COUNT(process_columns), rows, count);
  fputc('\n', out);
  free(rows);
  return true;
}

bool report_threads(FILE *out, const struct loaded *l, const struct analysis *a) {
  (void)l;
  if (a->experiment->header.ranks && !print_processes(out, a))
    return false;
  uint32_t locations = a->experiment->location_count;
  struct row *rows = calloc((size_t)a->share_count + locations, sizeof *rows);
  uint32_t *rank = malloc(locations * sizeof *rank);
  bool good = rows && rank;
  if (good) {
    for (uint32_t i = 0; i < locations; i++) {
      uint32_t at = a->location_order[i];
      rows[i] = (struct row){.analysis = a, .location = at, .metrics = a->locations[at].metrics};
      rank[a->location_order[i]] = i;
    }
    struct column columns[TABLE_COLUMNS];
    const size_t known = COUNT(location_columns); /* the column about the fork is the last */
    size_t width = metric_columns(a->experiment, SELF, location_columns, known, known - 1, columns);
    table_print(out, columns, width, rows, locations);
    fputc('\n', out);
    print_shares(out, a, rows, rank);
  }
  free(rows);
  free(rank);
  return good;
}
