// The waiting of a job has the time in MPI's functions that may wait, as no more is known without traces: the head says so, at the
// end of the program and in the report. Rank 0 waits 5 times 99 ms for rank 1, and each of four calls takes both 1 ms; MPI_Isend takes
// both 10 ms, which is not among them.
// REQUIRES: mpi
// RUN: %fresh && %mpiclocked %s -o a && env POMP_EXPERIMENT_DIR=e %mpirun -n 2 env POMP_SUMMARY=1 ./a > out 2> err
// RUN: %check e '[p["mpi_wait_at_most_ns"] for p in processes] == [5 * (99 + 4) * 1000000, 5 * 4 * 1000000]' \
// RUN:   'experiment["mpi_wait_at_most_ns"] == 5 * 107 * 1000000' 'experiment["wait_ns"] == 0' 'experiment["wall_ns"] == (5 * 113 + 1) * 1000000'
// Of 2 * 566 ms these are 535.
// RUN: FileCheck %s < err && %pomp_report --all e | FileCheck %s --check-prefix=REPORT
// CHECK: pomp: a · 2 ranks · {{.*}}
// CHECK-NEXT: pomp: idle 0.0 %
// CHECK-NEXT: pomp: waiting 47.3 %, of which up to 47.3 % in MPI calls that may wait
// CHECK-NEXT: pomp: measuring
// REPORT: idle 0.0 % · waiting 47.3 %, of which up to 47.3 % in MPI calls that may wait · measuring
// A program that calls nothing of the kind has no such words.
// RUN: env POMP_EXPERIMENT_DIR=f %mpirun -n 2 env POMP_SUMMARY=1 ./a none > out 2> err && not grep "may wait" err && %pomp_report --all f | not grep "may wait"
#include "mpi_clock.h"
#include <stdio.h>

/* The next call takes both ranks so many ms after the last one has come. */
static void takes(uint64_t ms) {
  uint64_t ends = clock_last_rank() + ms * CLOCK_MS;
  clock_ranks_call((uint64_t[]){ends, ends});
}

int main(int argc, char **argv) {
  int rank, in = 0, sum = 0;
  MPI_Request request;
  (void)argv;
  clock_start();
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  clock_ranks_are(rank, 2);
  for (int i = 0; i < 5 && argc == 1; i++) {
    clock_rank_works(1, 99 * CLOCK_MS);
    takes(1);
    MPI_Barrier(MPI_COMM_WORLD);
    takes(10);
    MPI_Isend(&rank, 1, MPI_INT, !rank, 0, MPI_COMM_WORLD, &request);
    takes(1);
    MPI_Recv(&in, 1, MPI_INT, !rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    takes(1);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    takes(1);
    MPI_Allreduce(&in, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  }
  clock_work(CLOCK_MS);
  MPI_Finalize();
  return 0;
}
