// Messages are arrows in the timeline of a job: from where the sender sends to where the receiver receives, by the clock that the ranks set.
// REQUIRES: chromium, mpi
// RUN: %fresh && %mpiclocked %s -o a && env POMP_TRACE=1 POMP_EXPERIMENT_DIR=e %mpirun -n 2 ./a && %pomp_report --html -o page.html e
// RUN: env PYTHONPATH=%S/../Inputs %python %S/Inputs/messages.py page.html
#include "mpi_clock.h"

int main(int argc, char **argv) {
  int rank, out = 1, in;
  clock_start();
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  clock_ranks_are(rank, 2);
  for (int i = 0; i < 3; i++) { /* rank 0 works 5 ms, and rank 1 waits for it */
    uint64_t ends[2];
    clock_ranks_meet();
    clock_rank_works(0, 5 * CLOCK_MS);
    ends[0] = ends[1] = clock_at[0] + CLOCK_MS;
    clock_ranks_call(ends);
    if (rank == 0)
      MPI_Send(&out, 1, MPI_INT, 1, i, MPI_COMM_WORLD);
    else
      MPI_Recv(&in, 1, MPI_INT, 0, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  clock_ranks_meet();
  return MPI_Finalize();
}
