/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mpi_waits_table.c - the table of who waited for whom in MPI.
 * Not here: the figures (mpi_waits.c). */
#include "cells.h"
#include "mpi_waiting.h"
#include "values.h"
#include "view_columns.h"

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

static const struct view view = {
    .name = "mpi-waits",
    .columns = "wait_s,of_time_percent,late_sender_s,late_receiver_s,mpi_barrier_s,all_for_all_s,late_root_s,"
               "early_root_s,time_s,calls,waited,call_path,where",
    .has = HAS_LATE | HAS_NAME};

const struct view *late_view(void) { return &view; }

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

static void print_heading(FILE *out, const struct source *s) {
  const struct analysis *a = &s->analysis;
  fprintf(out, "Waiting in MPI, from the traces of %u ranks", s->job->count);
  if (a->all.mpi_waited.known) {
    char part[64];
    mpi_waiting_part(part, sizeof part, a);
    fprintf(out, ": %s of threads × wall", part);
  }
  fputc('\n', out);
}

bool late_print(const struct shown *shown, const struct late *l, const struct source *s) {
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
  if (!shown->asked->wanted.csv)
    print_heading(shown->out, s);
  bool good = (!count && !shown->asked->wanted.csv) || view_show(shown, &view, rows, count);
  if (!wanted_narrows(&shown->asked->wanted))
    print_basis(shown->out, l);
  free(rows);
  return good;
}
