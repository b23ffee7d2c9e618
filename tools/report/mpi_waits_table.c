/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mpi_waits_table.c - the table of who waited for whom in MPI.
 * Not here: the figures (mpi_waits.c). */
#include "cells.h"
#include "mpi_waiting.h"
#include "values.h"

#include <stdlib.h>
#include <string.h>

static const struct late_row *late_of(const struct row *row) { return row->late; }

static uint64_t sum_of(const struct late_row *l) {
  uint64_t sum = 0;
  for (int k = 0; k < LATE_KINDS; k++)
    sum += l->wait[k];
  return sum;
}

static CELL(cell_sum) { print_seconds(text, size, (double)sum_of(late_of(row))); }
static CELL(cell_part) {
  snprintf(text, size, "%.1f", percent((double)sum_of(late_of(row)), (double)row->totals->inclusive));
}
static void cell_late(char *text, size_t size, const struct row *row, const struct column *column) {
  *text = 0;
  if (late_of(row)->wait[column->index])
    print_seconds(text, size, (double)late_of(row)->wait[column->index]);
}
static CELL(cell_waits) { print_number(text, size, late_of(row)->visits); }

static const struct column columns[] = {
    {"wait s", false, cell_sum},
    {"of time %", false, cell_part},
    {"late sender", false, cell_late, LATE_SENDER},
    {"late receiver", false, cell_late, LATE_RECEIVER},
    {"barrier", false, cell_late, LATE_BARRIER},
    {"all for all", false, cell_late, LATE_ALL},
    {"late root", false, cell_late, LATE_ROOT},
    {"early root", false, cell_late, EARLY_ROOT},
    {"time s", false, cell_inclusive},
    {"calls", false, cell_visits},
    {"waited", false, cell_waits},
    {"call path", true, cell_path_plain},
    {"where", true, cell_where},
};

static int by_wait(const void *x, const void *y) {
  const struct row *a = x, *b = y;
  uint64_t s = sum_of(a->late), t = sum_of(b->late);
  return s != t ? (s < t ? 1 : -1) : (a->path < b->path ? -1 : a->path > b->path);
}

bool late_print(FILE *out, const struct late *l, const struct source *s) {
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
  fprintf(out, "Waiting in MPI, from the traces of %u ranks", s->job->count);
  if (a->all.mpi_waited.known) {
    char part[64];
    mpi_waiting_part(part, sizeof part, a);
    fprintf(out, ": %s of threads × wall", part);
  }
  fputc('\n', out);
  if (count)
    table_print(out, columns, COUNT(columns), rows, count);
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
  free(rows);
  return true;
}
