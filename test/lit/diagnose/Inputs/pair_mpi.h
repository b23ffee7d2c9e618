/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pair_mpi.h - ranks that stamp the moments at which they come to a call, and what follows from the stamps of all of them.
 * Not here: clocks and work (pair.h). All ranks are on one machine, and so have one clock. */
#ifndef PAIR_MPI_H
#define PAIR_MPI_H

#include "pair.h"
#include <mpi.h>

enum { MOST_ROUNDS = 1000, MOST_RANKS = 8 };
static int rank, size;
static double stamps[MOST_ROUNDS], all_stamps[MOST_RANKS][MOST_ROUNDS];
static double began_at; /* when MPI has begun on all ranks */

__attribute__((unused)) static void begin_ranks(int *argc, char ***argv) {
  MPI_Init(argc, argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Barrier(MPI_COMM_WORLD);
  began_at = now();
}

/* Gives rank 0 the stamps of all ranks. PMPI is not measured. */
__attribute__((unused)) static void gather_stamps(void) {
  PMPI_Gather(stamps, MOST_ROUNDS, MPI_DOUBLE, all_stamps, MOST_ROUNDS, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

/* Returns how long one rank waited for another one in all rounds. */
__attribute__((unused)) static double waited_for(int waiter, int other, int rounds) {
  double sum = 0;
  for (int i = 0; i < rounds; i++)
    sum += all_stamps[other][i] > all_stamps[waiter][i] ? all_stamps[other][i] - all_stamps[waiter][i] : 0;
  return sum;
}

/* Returns how long all ranks waited for the last one in all rounds. */
__attribute__((unused)) static double waited_for_last(int rounds) {
  double sum = 0;
  for (int i = 0; i < rounds; i++) {
    double last = 0;
    for (int r = 0; r < size; r++)
      last = all_stamps[r][i] > last ? all_stamps[r][i] : last;
    for (int r = 0; r < size; r++)
      sum += last - all_stamps[r][i];
  }
  return sum;
}

/* Tells the truth, and at which line the region is in which the late rank is until then; and which rank that is, unless it is one as often as
 * another, and so is negative. */
__attribute__((unused)) static void late_truth(const char *property, int line, double severity, int late, int until) {
  double took = now() - began_at;
  if (rank != 0)
    return;
  printf("{\"property\": \"%s\", \"line\": %d, \"severity_s\": %.9f, \"wall_s\": %.9f, \"cause\": {", property, line, severity,
         took);
  if (late >= 0)
    printf("\"rank\": %d, ", late);
  printf("\"line\": %d}}\n", until);
}

#endif
