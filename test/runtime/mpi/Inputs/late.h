/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* late.h - what the programs late.c and late-paths.c know themselves of who waited for whom: each rank notes when it
 * comes to a call, and rank 0 prints what follows from it. The ranks run on one machine, so that they have one
 * CLOCK_MONOTONIC. The comparison with what the report says is not here (Inputs/late.py). */
#include <mpi.h>
#include <stdio.h>
#include <time.h>

enum { RANKS = 3, CALLS = 2 };

static int rank;
static double come[CALLS]; /* 0: this rank has not come to such a call */

/* Notes that this rank is about to call a function, which is its call number `call` of this phase. It has slept before,
 * so that it has a core and is not about to lose it between this and the call, on a machine that others use. */
static void comes(int call) {
  struct timespec t = {.tv_nsec = 500000};
  if (call == 0)
    nanosleep(&t, NULL);
  clock_gettime(CLOCK_MONOTONIC, &t);
  come[call] = (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double after(double later, double earlier) { return later > earlier && earlier > 0 ? later - earlier : 0; }

/* Returns by how much the ranks, or one of them, came before the last of all. */
static double before_last(double all[RANKS][CALLS], int one) {
  double last = 0, sum = 0;
  for (int i = 0; i < RANKS; i++)
    last = all[i][0] > last ? all[i][0] : last;
  for (int i = 0; i < RANKS; i++)
    sum += one < 0 || one == i ? after(last, all[i][0]) : 0;
  return sum;
}

/* Returns by how much the ranks came before this one. */
static double before(double all[RANKS][CALLS], int one) {
  double sum = 0;
  for (int i = 0; i < RANKS; i++)
    sum += after(all[one][0], all[i][0]);
  return sum;
}

/* Each rank calls one of these when a phase is over; rank 0 prints the truth. `name`: a call path of the report, and
 * the kind of waiting. */
static void phase_is_over(double all[RANKS][CALLS]) {
  PMPI_Gather(come, CALLS, MPI_DOUBLE, all, CALLS, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  come[0] = come[1] = 0;
}
static void says(const char *name, double truth) {
  if (rank == 0) {
    printf("%s=%.9f\n", name, truth);
    fflush(stdout);
  }
}
static inline void one_waited(const char *name, int waits, int for_whom) {
  double all[RANKS][CALLS], sum = 0;
  phase_is_over(all);
  for (int i = 0; i < CALLS && rank == 0; i++)
    sum += after(all[for_whom][i], all[waits][i]);
  says(name, sum);
}
/* Whoever of two comes first waits for the other: on a machine that others use that may be the one that was to be late.
 */
static inline void one_of_two_waited(const char *name, int one, const char *other_name, int other) {
  double all[RANKS][CALLS];
  phase_is_over(all);
  says(name, rank ? 0 : after(all[other][0], all[one][0]));
  says(other_name, rank ? 0 : after(all[one][0], all[other][0]));
}
static inline void all_waited_for_last(const char *name) {
  double all[RANKS][CALLS];
  phase_is_over(all);
  says(name, rank ? 0 : before_last(all, -1));
}
/* This is about MPI_Scan and the like, where a rank needs what those before it have. */
static inline void all_waited_for_lower(const char *name) {
  double all[RANKS][CALLS], last = 0, sum = 0;
  phase_is_over(all);
  for (int i = 0; i < RANKS && rank == 0; i++) {
    sum += after(last, all[i][0]);
    last = all[i][0] > last ? all[i][0] : last;
  }
  says(name, sum);
}
static inline void root_waited_for_last(const char *name, int root) {
  double all[RANKS][CALLS];
  phase_is_over(all);
  says(name, rank ? 0 : before_last(all, root));
}
static inline void all_waited_for_root(const char *name, int root) {
  double all[RANKS][CALLS];
  phase_is_over(all);
  says(name, rank ? 0 : before(all, root));
}
