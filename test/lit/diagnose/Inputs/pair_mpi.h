/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pair_mpi.h - ranks that stamp the moments at which they come to a call, what follows from the stamps of all of them,
 * and until when they wait by the set clock: each rank has one of its own, so they tell each other by PMPI, which is
 * not measured. Not here: clocks and work (pair.h). By the machine's clock, all ranks are on one machine, and so have
 * one clock. */
#ifndef PAIR_MPI_H
#define PAIR_MPI_H

#include "pair.h"
#include <mpi.h>

enum { MOST_ROUNDS = 1000, MOST_RANKS = 8 };
static int rank, size;
static uint64_t stamps[MOST_ROUNDS], all_stamps[MOST_RANKS][MOST_ROUNDS];
static uint64_t began_at; /* when MPI has begun on all ranks */

__attribute__((unused)) static void begin_ranks(int *argc, char ***argv) {
  pair_begin();
  MPI_Init(argc, argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Barrier(MPI_COMM_WORLD);
  began_at = now();
}

/* Gives rank 0 the stamps of all ranks. PMPI is not measured. */
__attribute__((unused)) static void gather_stamps(void) {
  PMPI_Gather(stamps, MOST_ROUNDS, MPI_UINT64_T, all_stamps, MOST_ROUNDS, MPI_UINT64_T, 0, MPI_COMM_WORLD);
}

/* Returns how long one rank waited for another one in all rounds. */
__attribute__((unused)) static uint64_t waited_for(int waiter, int other, int rounds) {
  uint64_t sum = 0;
  for (int i = 0; i < rounds; i++)
    sum += all_stamps[other][i] > all_stamps[waiter][i] ? all_stamps[other][i] - all_stamps[waiter][i] : 0;
  return sum;
}

/* Returns how long all ranks waited for the last one in all rounds. */
__attribute__((unused)) static uint64_t waited_for_last(int rounds) {
  uint64_t sum = 0;
  for (int i = 0; i < rounds; i++) {
    uint64_t last = 0;
    for (int r = 0; r < size; r++)
      last = LARGER(last, all_stamps[r][i]);
    for (int r = 0; r < size; r++)
      sum += last - all_stamps[r][i];
  }
  return sum;
}

#ifdef PAIR_REAL
static inline void comes_with_all(void) {}
static inline void tells(int other) { (void)other; }
static inline void waits_for(int other) { (void)other; }
static inline void takes(uint64_t ns) { (void)ns; }
#else
static uint64_t until;

/* Is before a call that takes so long by itself. */
__attribute__((unused)) static void takes(uint64_t ns) {
  until = now() + ns;
  clock_wait_for(&until);
}

/* Belongs before a call in which all ranks wait for the last one. */
__attribute__((unused)) static void comes_with_all(void) {
  uint64_t own = now();
  PMPI_Allreduce(&own, &until, 1, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
  clock_wait_for(&until);
}

/* Stand before a call for which another rank waits, and in that rank before the call in which it waits. */
__attribute__((unused)) static void tells(int other) {
  uint64_t own = now();
  PMPI_Send(&own, 1, MPI_UINT64_T, other, 99, MPI_COMM_WORLD);
}
__attribute__((unused)) static void waits_for(int other) {
  PMPI_Recv(&until, 1, MPI_UINT64_T, other, 99, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  clock_wait_for(&until);
}
#endif

/* States the truth, and at which line the region is in which the late rank is until then; and which rank that is,
 * unless it is one as often as another, and so is negative. */
__attribute__((unused)) static void late_truth(const char *property, int line, uint64_t severity, int late, int at) {
  uint64_t took = now() - began_at;
  char which[32] = "";
  if (late >= 0)
    snprintf(which, sizeof which, "\"rank\": %d, ", late);
  if (rank == 0)
    PAIR_TRUTH(property, line, severity, ", \"wall_ns\": %llu, \"cause\": {%s\"line\": %d}", (unsigned long long)took,
               which, at);
}

#endif
