/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mpi_waiting.c - finds the waiting in MPI in the traces of a job, and prints which part of the time it is, of the job
 * and of each rank. */
#include "show/mpi_waiting.h"
#include "show/table_cells.h"

#include <stdlib.h>
#include <string.h>

/* True if these are the traces of all ranks, and they lack nothing. */
static bool has_all(const struct loaded *l) {
  const struct experiment *e = &l->experiment;
  return e->of_job && e->process_count == e->header.ranks && l->state == RUN_COMPLETE && !l->part &&
         !l->chunks_damaged && !l->chunks_missing;
}

static void add(struct mpi_waited *to, uint64_t found, uint64_t least, uint64_t most) {
  to->known = true;
  to->found += found;
  to->least += least;
  to->most += most;
}

void mpi_waiting_set(struct analysis *a, const struct late *l) {
  for (uint32_t i = 0; i < a->experiment->process_count; i++) {
    const struct late_sum *sum = &l->processes[i];
    add(&a->processes[i].mpi_waited, sum->found, sum->least, sum->most);
    add(&a->all.mpi_waited, sum->found, sum->least, sum->most);
  }
}

/* The analysis takes over what `l` has. */
static void take(struct analysis *a, struct late *l) {
  a->mpi_late_known = true;
  a->mpi_waits = l->waits;
  a->mpi_wait_count = l->wait_count;
  a->mpi_doings = l->doings;
  a->mpi_doing_count = l->doing_count;
  a->mpi_sizes = l->sizes;
  a->mpi_size_count = l->size_count;
  l->waits = NULL;
  l->doings = NULL;
  l->sizes = NULL;
}

/* The records are read once more: a profile from traces is made of one location at a time, and who waited for whom is
 * found in all ranks together. */
struct late *mpi_waiting_find(struct analysis *a, const struct loaded *from, bool whom) {
  static struct traced_run source;
  struct trace_lacks lacks;
  struct late *late = a->all.mpi && has_all(from) ? calloc(1, sizeof *late) : NULL;
  if (!late)
    return NULL;
  bool good = traced_run_open_by_rank(&source, from->directory, &lacks) && late_find(late, &source, whom ? a : NULL);
  if (good && late_is_whole(late, &source, &lacks) && source.job->count == a->experiment->process_count) {
    mpi_waiting_set(a, late);
    if (whom)
      take(a, late);
  } else {
    mpi_waiting_free(late);
    late = NULL;
  }
  traced_run_close(&source);
  return late;
}

void mpi_waiting_free(struct late *late) {
  if (late)
    late_free(late);
  free(late);
}

/* Prints a figure, or a range "A to B" if the bounds differ after rounding. */
static void print_range(char *text, size_t size, double least, double most, const char *format, const char *unit) {
  char from[32], to[32];
  snprintf(from, sizeof from, format, least);
  snprintf(to, sizeof to, format, most);
  if (strcmp(from, to) == 0)
    snprintf(text, size, "%s%s", to, unit);
  else
    snprintf(text, size, "%s to %s%s", from, to, unit);
}

void mpi_waiting_part(char *text, size_t size, const struct analysis *a) {
  const struct mpi_waited *m = &a->all.mpi_waited;
  double all = (double)a->all.allocation;
  print_range(text, size, percent((double)m->least, all), percent((double)m->most, all), "%.1f", " %");
}

void mpi_waiting_print(FILE *out, const struct analysis *a) {
  const struct mpi_waited *m = &a->all.mpi_waited;
  double all = (double)a->all.allocation, other = (double)a->all.waiting;
  char whole[64], mpi[64];
  if (!m->known) {
    fprintf(out, "waiting %.1f %%", percent(other + (double)a->all.mpi, all));
    if (a->all.mpi)
      fprintf(out, ", of which up to %.1f %% in MPI calls that may wait", percent((double)a->all.mpi, all));
    return;
  }
  print_range(whole, sizeof whole, percent(other + (double)m->least, all), percent(other + (double)m->most, all),
              "%.1f", " %");
  mpi_waiting_part(mpi, sizeof mpi, a);
  fprintf(out, "waiting %s, of which %s in MPI", whole, mpi);
}

void mpi_waiting_cell(char *text, size_t size, const struct process_totals *t) {
  const struct mpi_waited *m = &t->mpi_waited;
  *text = 0;
  if (m->known)
    print_range(text, size, (double)m->least * 1e-9, (double)m->most * 1e-9, "%.3f", "");
  else if (t->mpi)
    snprintf(text, size, "up to %.3f", (double)t->mpi * 1e-9);
}
