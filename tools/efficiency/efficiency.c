/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* efficiency.c - the factors of the efficiency, by POP's multiplicative hybrid model.
 * Not here: the times (thread_times.c), comparisons of runs (scaling.c). docs/efficiency.md has these formulas. */
#include "efficiency.h"
#include "thread_times.h"

#include <math.h>
#include <stdlib.h>

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
static double part(double of, double whole) { return whole > 0 ? of / whole : 1; }

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
  return time[TIME_USEFUL] + time[TIME_SERIAL] + time[TIME_BALANCE] + time[TIME_SCHEDULING];
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
  factor[FACTOR_PARALLEL] = part(useful, all);
  factor[FACTOR_MPI] = part(outside, all);
  factor[FACTOR_MPI_BALANCE] = part(mean, most->outside);
  factor[FACTOR_MPI_COMMUNICATION] = part(most->outside, f->width > 0 ? all / f->width : 0);
  factor[FACTOR_MPI_SERIALISATION] = isnan(most->ideal) ? (double)NAN : part(most->outside, most->ideal);
  factor[FACTOR_MPI_TRANSFER] = isnan(most->ideal) ? (double)NAN : part(most->ideal, f->width > 0 ? all / f->width : 0);
  factor[FACTOR_OMP] = part(useful, outside);
  factor[FACTOR_OMP_SERIAL] = part(useful, with_serial);
  factor[FACTOR_OMP_BALANCE] = part(with_serial, with_balance);
  factor[FACTOR_OMP_SCHEDULING] = part(with_balance, outside);
}

bool efficiency_find(struct efficiency *f, const struct analysis *a, const bool *inside, uint64_t visits) {
  struct thread_times *t = calloc(a->experiment->process_count, sizeof *t);
  *f = (struct efficiency){.visits = visits, .crowded = analysis_is_crowded(&a->all)};
  bool good = t && thread_times_find(t, a, inside, &f->instructions, &f->cycles);
  if (good) {
    struct extremes most = add_up(f, a, t, !inside);
    find_factors(f, &most);
    f->there = f->ranks > 0;
  }
  free(t);
  return good;
}
