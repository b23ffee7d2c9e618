/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* threads_view.c - the views of locations and of the regions on each, in the order of the tree of teams.
 * Not here: the numbers (locations.c), the columns (report_columns.def). */
#include "base/paged_array.h"
#include "show/mpi_waiting.h"
#include "show/print_listing.h"
#include "show/report.h"
#include "show/table_cells.h"
#include "sums/location_rows.h"

#include <stdlib.h>

static int by_location_and_self(const void *x, const void *y) {
  const struct row *a = x, *b = y;
  if (a->rank != b->rank)
    return a->rank < b->rank ? -1 : 1;
  if (a->totals->exclusive != b->totals->exclusive)
    return a->totals->exclusive < b->totals->exclusive ? 1 : -1;
  return a->region->key < b->region->key ? -1 : a->region->key > b->region->key;
}

/* It makes a row of what was kept. */
struct share_rows {
  const struct analysis *analysis;
  struct row row;
  struct location_rows_share share;
  struct metric_sum sums[METRICS];
};

static const struct row *share_row(void *context, size_t i) {
  struct share_rows *k = context;
  k->share = location_rows_listed_row(k->analysis, i, k->sums);
  k->row = (struct row){.analysis = k->analysis,
                        .region = &k->analysis->regions[k->share.region],
                        .totals = &k->share.totals,
                        .location = k->share.location};
  return &k->row;
}

/* Makes the rows of shares. Being outside of regions is no time of a worker's or a member's. */
bool report_shares(FILE *out, const struct listing *l, const struct analysis *a) {
  struct share_rows rows_of_shares = {.analysis = a};
  if (location_rows_has(a, ROWS_LISTED))
    return listing_show_rows(
               out, l,
               (struct row_source){.get = share_row, .context = &rows_of_shares, .count = location_rows_listed(a)}) &&
           !location_rows_failed(a);
  uint32_t locations = a->experiment->location_count;
  size_t shares = 0, count = 0;
  for (uint32_t r = 0; r < a->region_count; r++)
    shares += a->regions[r].shares;
  struct row *rows = calloc(shares + 1, sizeof *rows);
  struct totals *totals = calloc(shares + 1, sizeof *totals);
  struct metric_sum *sums = calloc((shares + 1) * (a->experiment->metric_count + 1ull), sizeof *sums);
  uint32_t *rank = malloc((locations + 1ull) * sizeof *rank);
  bool good = rows && totals && sums && rank;
  for (uint32_t i = 0; good && i < locations; i++)
    rank[a->location_order[i]] = i;
  for (uint32_t r = 0; good && r < a->region_count; r++) {
    const struct share *share = analysis_shares(a, &a->regions[r]);
    for (uint32_t i = 0; i < a->regions[r].shares; i++, share++) {
      if (!r && !share->exclusive)
        continue;
      totals[count] = analysis_share_totals(a, share, sums + count * a->experiment->metric_count);
      rows[count] = (struct row){.analysis = a,
                                 .region = &a->regions[r],
                                 .totals = &totals[count],
                                 .location = share->location,
                                 .rank = rank[share->location]};
      count++;
    }
  }
  if (good && count)
    qsort(rows, count, sizeof *rows, by_location_and_self);
  good = good && listing_show(out, l, rows, count);
  free(rows);
  free(totals);
  free(sums);
  free(rank);
  return good;
}

/* --- the ranks of a job --- */

static const struct process *process_of(const struct row *row) {
  return &row->analysis->experiment->processes[row->process];
}
static const struct process_totals *totals_of(const struct row *row) { return &row->analysis->processes[row->process]; }

static CELL(cell_rank) { print_number(text, size, process_of(row)->header.rank); }
static CELL(cell_state) { snprintf(text, size, "%s", process_state_name(process_of(row))); }
static CELL(cell_host) { snprintf(text, size, "%s", process_of(row)->host); }
static CELL(cell_pid) { print_number(text, size, process_number(process_of(row))); }
static CELL(cell_process_threads) { print_number(text, size, totals_of(row)->threads); }
static CELL(cell_process_wall) { print_seconds(text, size, (double)totals_of(row)->wall); }
static CELL(cell_process_regions) { print_seconds(text, size, (double)totals_of(row)->in_regions); }
static CELL(cell_process_outside) { print_seconds(text, size, (double)totals_of(row)->outside); }
static CELL(cell_process_idle) { print_seconds(text, size, (double)totals_of(row)->idle); }
static CELL(cell_process_wait) { print_seconds(text, size, (double)totals_of(row)->waiting); }
static CELL(cell_process_mpi) { mpi_waiting_cell(text, size, totals_of(row)); }
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
    {"in MPI s", false, cell_process_mpi},
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

#define MANY 64 /* more locations are shown as groups */
#define FEW 4   /* fewer need no groups */

bool report_threads_in_groups(const struct experiment *e) { return e->location_count > MANY; }

struct location_lines {
  const struct analysis *analysis;
  struct row row;
};

/* Gives the row of a location, in the order of the tree of teams. */
static const struct row *location_row(void *context, size_t i) {
  struct location_lines *r = context;
  const struct analysis *a = r->analysis;
  const uint32_t at = a->location_order[i];
  paged_leave(sizeof *a->experiment->locations + sizeof *a->locations);
  r->row = (struct row){.analysis = a, .location = at, .metrics = a->locations[at].metrics};
  return &r->row;
}

bool report_threads(FILE *out, const struct listing *l, const struct listing *shares, const struct analysis *a,
                    const char *all) {
  bool whole = !table_options_narrow(l->wanted);
  if (whole && a->experiment->header.ranks && !print_processes(out, a))
    return false;
  uint32_t locations = a->experiment->location_count;
  if (whole && report_threads_in_groups(a->experiment) && all)
    return report_groups(out, l, a, all);
  struct location_lines rows = {.analysis = a};
  bool good = listing_show_rows(out, l, (struct row_source){.get = location_row, .context = &rows, .count = locations});
  if (!good || !whole)
    return good;
  fputc('\n', out);
  good = report_shares(out, shares, a);
  if (!good || locations < FEW)
    return good;
  fputc('\n', out);
  return report_groups(out, l, a, NULL);
}
