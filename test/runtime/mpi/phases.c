// Phases of ranks are matched by their numbers: --phase has what each rank's visit of that number had, with its messages; and what
// all visits had adds up to what the job has.
// REQUIRES: mpi
// RUN: %fresh && %mpiclocked %s -o a && env POMP_PHASES=step POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 %mpirun -n 2 ./a 2> err && count 0 < err
// RUN: ls e/profile.pomp && not ls e/rank-0.pomp
// RUN: %python %S/Inputs/phases.py %pomp_report
#include "mpi_clock.h"
#include "regions.h"

REGION_AT(step, "region", "step", 1);

/* In visit 5, rank 0 sends 1000 numbers, and in any other one. */
int main(int argc, char **argv) {
  int rank;
  double numbers[1000] = {0};
  clock_start();
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  clock_ranks_are(rank, 2);
  for (int i = 1; i <= 8; i++) {
    POMP_Begin(&step);
    clock_rank_works(0, 2 * CLOCK_MS);
    clock_rank_works(1, (i == 5 ? 100 : 3) * CLOCK_MS);
    clock_ranks_call((uint64_t[]){0, clock_at[0] + CLOCK_MS});
    if (rank == 0)
      MPI_Send(numbers, i == 5 ? 1000 : 1, MPI_DOUBLE, 1, i, MPI_COMM_WORLD);
    else
      MPI_Recv(numbers, 1000, MPI_DOUBLE, 0, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    POMP_End(&step);
  }
  clock_ranks_meet();
  MPI_Finalize();
  return 0;
}
