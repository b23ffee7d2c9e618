/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* efficiency.c - the factors of the efficiency, by POP's multiplicative hybrid model.
 * Not here: the times (thread_times.c), comparisons of runs (scaling.c). docs/efficiency.md has these formulas. */
#include "findings/efficiency.h"
#include "files/rank_experiment.h"
#include "findings/thread_times.h"
#include "pomp_bytes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const time_kind_keys[TIME_KINDS] = {
#define TIME_ROW(name, key) key,
    TIME_KINDS_LIST(TIME_ROW)
#undef TIME_ROW
};

const struct factor_row factor_rows[FACTORS] = {
#define FACTOR_ROW(name, above, key, text, depth, lost) {FACTOR_##above, depth, key, text, lost},
    FACTORS_LIST(FACTOR_ROW)
#undef FACTOR_ROW
};

/* Returns a part of a whole; without a whole nothing was lost. */
static double ratio(double of, double whole) { return whole > 0 ? of / whole : 1; }

/* These are the figures of the processes from which the factors of MPI follow, in ns of wall time: the longest time
 * outside of MPI, and the longest time outside of MPI and waiting there for others. The second is how long the run
 * would have taken if nothing had had to be transferred; NAN if it is not known. */
struct extremes {
  double outside, ideal;
};

/* Returns how long a process waited in MPI for other ranks, of its time there; NAN if that is not known. The threads
 * that are idle while one waits wait as well. */
static double waited_in_mpi(const struct analysis *a, const struct thread_times *t, uint32_t process) {
  const struct mpi_waited *w = &a->processes[process].mpi_waited;
  if (t->in_mpi <= 0)
    return 0;
  if (!w->known)
    return (double)NAN;
  return t->time[TIME_MPI] * ((double)w->found < t->in_mpi ? (double)w->found / t->in_mpi : 1);
}

/* Returns the time outside of MPI. */
static double sum_outside(const double *time) {
  return time[TIME_USEFUL] + time[TIME_SERIAL] + time[TIME_BALANCE] + time[TIME_SCHEDULING] + time[TIME_MACHINE];
}

static double sum_of_times(const double *time) { return sum_outside(time) + time[TIME_MPI]; }

/* Returns how many threads a process had on average. */
static double width_of(const struct process_totals *t) { return t->wall ? (double)t->allocation / (double)t->wall : 0; }

/* Takes the time until the last of the processes was done, in which a process was not there any more or not yet, as one
 * in which it waited for the others, so that all take as long. */
static struct extremes add_up(struct efficiency *f, const struct analysis *a, const struct thread_times *t,
                              bool whole) {
  struct extremes most = {0, 0};
  for (uint32_t p = 0; p < a->experiment->process_count; p++) {
    double threads = width_of(&a->processes[p]);
    if (!t[p].entered || threads <= 0)
      continue;
    double lasted = sum_of_times(t[p].time) / threads;
    f->ranks++;
    f->threads += a->processes[p].threads;
    f->width += threads;
    f->wall = lasted > f->wall ? lasted : f->wall;
  }
  for (uint32_t p = 0; p < a->experiment->process_count; p++) {
    double threads = width_of(&a->processes[p]);
    if (!t[p].entered || threads <= 0)
      continue;
    double all = sum_of_times(t[p].time), outside = sum_outside(t[p].time) / threads;
    double waited = whole ? waited_in_mpi(a, &t[p], p) / threads : t[p].in_mpi > 0 ? (double)NAN : 0;
    for (int k = 0; k < TIME_KINDS; k++)
      f->time[k] += t[p].time[k];
    f->time[TIME_MPI] += threads * f->wall - all > 0 ? threads * f->wall - all : 0;
    f->has_mpi |= t[p].in_mpi > 0;
    most.outside = outside > most.outside ? outside : most.outside;
    most.ideal = isnan(waited) || outside + waited > most.ideal ? outside + waited : most.ideal;
    if (isnan(most.ideal))
      whole = false; /* it stays unknown */
    f->nesting_unknown |=
        a->experiment->processes[p].header.nesting == POMP_NESTING_UNKNOWN && a->processes[p].threads > 1;
  }
  return most;
}

static void find_factors(struct efficiency *f, const struct extremes *most) {
  const double *t = f->time;
  double outside = sum_outside(t), all = outside + t[TIME_MPI], useful = t[TIME_USEFUL];
  double with_serial = useful + t[TIME_SERIAL], with_balance = with_serial + t[TIME_BALANCE];
  double mean = f->width > 0 ? outside / f->width : 0;
  double *factor = f->factor;
  factor[FACTOR_PARALLEL] = ratio(useful, all);
  factor[FACTOR_MPI] = ratio(outside, all);
  factor[FACTOR_MPI_BALANCE] = ratio(mean, most->outside);
  factor[FACTOR_MPI_COMMUNICATION] = ratio(most->outside, f->width > 0 ? all / f->width : 0);
  factor[FACTOR_MPI_SERIALISATION] = isnan(most->ideal) ? (double)NAN : ratio(most->outside, most->ideal);
  factor[FACTOR_MPI_TRANSFER] =
      isnan(most->ideal) ? (double)NAN : ratio(most->ideal, f->width > 0 ? all / f->width : 0);
  factor[FACTOR_OMP] = ratio(useful, outside);
  factor[FACTOR_OMP_SERIAL] = ratio(useful, with_serial);
  factor[FACTOR_OMP_BALANCE] = ratio(with_serial, with_balance);
  factor[FACTOR_OMP_SCHEDULING] = ratio(with_balance, with_balance + t[TIME_SCHEDULING]);
  factor[FACTOR_OMP_MACHINE] = f->machine_known ? ratio(with_balance + t[TIME_SCHEDULING], outside) : (double)NAN;
}

/* --- the times of processes --- */

struct efficiency_ranks {
  const char *const *regions;
  size_t count;
  uint32_t processes;
  struct thread_times *at; /* the times of all processes in the whole run, then in each region */
};

void efficiency_rank(const struct analysis *rank, const char *const *regions, size_t count, struct pomp_bytes *to) {
  for (size_t i = 0; i <= count; i++) {
    struct thread_times t;
    to->failed |= !thread_times_find(&t, rank, i ? regions[i - 1] : NULL);
    POMP_BYTES_PUT(to, t);
  }
}

struct efficiency_ranks *efficiency_ranks_begin(struct analysis *a, const char *const *regions, size_t count) {
  struct efficiency_ranks *p = calloc(1, sizeof *p);
  if (!p)
    return NULL;
  *p = (struct efficiency_ranks){.regions = regions, .count = count, .processes = a->experiment->process_count};
  p->at = calloc((count + 1) * p->processes, sizeof *p->at);
  if (!p->at) {
    free(p);
    return NULL;
  }
  return a->efficiency = p;
}

bool efficiency_ranks_add(struct efficiency_ranks *p, uint32_t process, struct pomp_bytes *from) {
  for (size_t i = 0; i <= p->count; i++)
    POMP_BYTES_TAKE(from, p->at[i * p->processes + process]);
  return !from->failed;
}

void efficiency_ranks_free(struct efficiency_ranks *p) {
  if (p)
    free(p->at);
  free(p);
}

/* Copies what the processes have told. False if they have not told it of the region. */
static bool take_ranks(struct thread_times *t, const struct efficiency_ranks *p, const char *region) {
  size_t row = 0;
  if (region)
    for (row = 1; row <= p->count && strcmp(p->regions[row - 1], region) != 0;)
      row++;
  if (row > p->count)
    return false;
  memcpy(t, p->at + row * p->processes, p->processes * sizeof *t);
  return true;
}

/* Finds the times of each process, of which there is room for one a process. */
static bool find_times(struct thread_times *t, const struct analysis *a, const char *region) {
  const struct experiment *e = a->experiment;
  bool good = true;
  if (a->efficiency)
    return take_ranks(t, a->efficiency, region);
  if (e->process_count == 1)
    return thread_times_find(t, a, region);
  for (uint32_t i = 0; good && i < e->process_count; i++) {
    struct experiment rank;
    struct analysis of = {.experiment = NULL};
    good = experiment_of_rank(&rank, e, i) && analyse(&of, &rank) && thread_times_find(&t[i], &of, region);
    analysis_free(&of);
    experiment_of_rank_free(&rank);
  }
  return good;
}

/* --- the whole --- */

/* Adds up what does not go by how long the run was. */
static void add_counts(struct efficiency *f, const struct analysis *a, const struct thread_times *t) {
  uint64_t instructions = 0, cycles = 0;
  bool counted = false;
  for (uint32_t p = 0; p < a->experiment->process_count; p++) {
    f->visits += t[p].visits;
    counted |= t[p].counted;
    instructions += (uint64_t)t[p].instructions;
    cycles += (uint64_t)t[p].cycles;
  }
  f->instructions = counted ? (double)(int64_t)instructions : (double)NAN;
  f->cycles = counted ? (double)(int64_t)cycles : (double)NAN;
}

bool efficiency_find(struct efficiency *f, const struct analysis *a, const char *region) {
  struct thread_times *t = calloc(a->experiment->process_count, sizeof *t);
  const bool good = t && find_times(t, a, region);
  *f = (struct efficiency){.there = false};
  if (good)
    add_counts(f, a, t);
  if (good && (!region || f->visits)) {
    const struct extremes most = add_up(f, a, t, !region);
    f->crowded = analysis_is_crowded(&a->all);
    f->machine_known = a->all.scheduled.switches_known;
    find_factors(f, &most);
    f->there = f->ranks > 0;
  }
  free(t);
  return good;
}

bool efficiency_lost_processors(const struct efficiency *f) {
  return f->there && f->factor[FACTOR_OMP_MACHINE] < 0.995;
}
