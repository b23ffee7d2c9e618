/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mpi_waits_table.c - the view of who waited for whom in MPI, from the traces of all ranks.
 * Not here: the figures (mpi_waits.c). */
#include "base/user_error.h"
#include "show/mpi_waiting.h"
#include "show/print_listing.h"
#include "show/report.h"
#include "show/row_values.h"
#include "show/screen.h"
#include "show/table_cells.h"

#include <stdlib.h>

static uint64_t sum_of(const struct late_row *l) {
  uint64_t sum = 0;
  for (int k = 0; k < LATE_KINDS; k++)
    sum += l->wait[k];
  return sum;
}

VALUE(value_late_sum) { return value_time(sum_of(row->late)); }
VALUE(value_late_part) { return value_number(percent((double)sum_of(row->late), (double)row->totals->inclusive)); }
VALUE(value_late) { return row->late->wait[column->index] ? value_time(row->late->wait[column->index]) : NOTHING; }
VALUE(value_late_visits) { return value_count(row->late->visits); }

static int by_wait(const void *x, const void *y) {
  const struct row *a = x, *b = y;
  uint64_t s = sum_of(a->late), t = sum_of(b->late);
  return s != t ? (s < t ? 1 : -1) : (a->path < b->path ? -1 : a->path > b->path);
}

/* Says below the table what it rests on. */
static void print_basis(FILE *out, const struct late *l) {
  fprintf(out, "%llu messages, %llu collective operations", (unsigned long long)l->messages,
          (unsigned long long)l->collectives);
  if (l->alone)
    fprintf(out, "; %llu sends or receives without the other side", (unsigned long long)l->alone);
  if (l->odd)
    fprintf(out, "; %llu operations left out, as their ranks don't agree on them", (unsigned long long)l->odd);
  if (l->uncompared)
    fprintf(out, "; the clocks of different machines were not compared: waits between their ranks mean nothing\n");
  else
    fprintf(out, "; the ranks' clocks agree to %.1f us\n", l->clock_error / 1000);
}

static void print_heading(FILE *out, const struct traced_run *s) {
  const struct analysis *a = &s->analysis;
  fprintf(out, "Waiting in MPI, from the traces of %u ranks", s->job->count);
  if (a->all.mpi_waited.known) {
    char part[64];
    mpi_waiting_part(part, sizeof part, a);
    fprintf(out, ": %s of threads × wall", part);
  }
  fputc('\n', out);
}

static bool print(FILE *out, const struct listing *listing, const struct late *l, const struct traced_run *s) {
  const struct analysis *a = &s->analysis;
  struct row *rows = calloc(a->path_count + 1ull, sizeof *rows);
  size_t count = 0;
  if (!rows)
    return false;
  for (uint32_t i = 1; i < a->path_count; i++)
    if (l->rows[i].visits)
      rows[count++] = (struct row){.analysis = a,
                                   .late = &l->rows[i],
                                   .totals = &a->paths[i].totals,
                                   .region = &a->regions[a->paths[i].region],
                                   .path = i};
  if (count)
    qsort(rows, count, sizeof *rows, by_wait);
  if (!listing->wanted->csv)
    print_heading(out, s);
  bool good = (!count && !listing->wanted->csv) || listing_show(out, listing, rows, count);
  if (!table_options_narrow(listing->wanted))
    print_basis(out, l);
  free(rows);
  return good;
}

int report_mpi_waits(const char *name, const struct listing *l) {
  static struct traced_run source;
  struct late late = {.rows = NULL};
  struct trace_lacks lacks;
  struct screen screen;
  int status = EXIT_FAILURE;
  if (traced_run_open_by_rank(&source, name, &lacks) && late_find(&late, &source, NULL)) {
    trace_lacks_tell(&lacks, source.loaded.directory, "pomp-report", stderr);
    if (late_is_whole(&late, &source, &lacks))
      mpi_waiting_set(&source.analysis, &late);
    if (!listing_can(l)) {
      status = USER_ERROR_USAGE;
    } else if (screen_open(&screen, l->wanted->csv)) {
      status = print(screen.out, l, &late, &source) ? EXIT_SUCCESS : EXIT_FAILURE;
      screen_close(&screen);
    }
    if (status == EXIT_FAILURE)
      user_error_print(source.loaded.path, "not enough memory");
  }
  late_free(&late);
  traced_run_close(&source);
  return status;
}
