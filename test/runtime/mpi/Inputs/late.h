/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* late.h - what the programs late.c, late-paths.c and late-ring.c let their ranks wait for each other. Each function comes before a
 * call, says how long it takes each rank by the clock that the test sets, and rank 0 prints what of it is waiting: a call path of the
 * report, the kind of waiting, and ns. The comparison with what the report says is not here (Inputs/late.py). */
#include "mpi_clock.h"
#include <mpi.h>
#include <stdio.h>

enum { RANKS = 3, LATE = 200000000, TRANSFER = 7000000 };

static int rank;

static void begin(int *argc, char ***argv) {
  clock_start();
  MPI_Init(argc, argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  clock_ranks_are(rank, RANKS);
}

static void end(void) {
  clock_ranks_meet();
  MPI_Finalize();
}

/* This rank comes 200 ms after the last of the others, and those 1 ms after each other. */
static void comes_late(int who) {
  clock_ranks_meet();
  for (int i = 0, later = 0; i < RANKS; i++)
    clock_rank_works(i, i == who ? LATE : (uint64_t)later++ * CLOCK_MS);
}

/* Each rank waits until `until`, and transfers what is to be transferred. */
static void call(const char *name, const uint64_t *until) {
  uint64_t ends[RANKS], waits = 0;
  for (int i = 0; i < RANKS; i++) {
    ends[i] = clock_max(clock_at[i], until[i]) + TRANSFER;
    waits += ends[i] - TRANSFER - clock_at[i];
  }
  if (rank == 0 && name)
    printf("%s=%llu\n", name, (unsigned long long)waits);
  fflush(stdout);
  clock_ranks_call(ends);
}

static inline void nobody_waits(void) { call(NULL, (uint64_t[RANKS]){0}); }
static inline void one_waits(const char *name, int waits, int for_whom) {
  uint64_t until[RANKS] = {0};
  until[waits] = clock_at[for_whom];
  call(name, until);
}
static inline void all_wait_for(const char *name, uint64_t time) { call(name, (uint64_t[RANKS]){time, time, time}); }
static inline void all_wait_for_last(const char *name) { all_wait_for(name, clock_last_rank()); }
static inline void all_wait_for_root(const char *name, int root) { all_wait_for(name, clock_at[root]); }
static inline void root_waits_for_last(const char *name, int root) {
  uint64_t until[RANKS] = {0};
  until[root] = clock_last_rank();
  call(name, until);
}
/* This is about MPI_Scan and the like, where a rank needs what those before it have. */
static inline void all_wait_for_lower(const char *name) {
  uint64_t until[RANKS] = {0};
  for (int i = 1; i < RANKS; i++)
    until[i] = clock_max(until[i - 1], clock_at[i - 1]);
  call(name, until);
}
