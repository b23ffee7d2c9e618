// The memory that the conversion of a job takes does not grow with the traces of its ranks, which have messages in them.
// Sanitizers keep what is freed for a while.
// REQUIRES: mpi
// UNSUPPORTED: sanitized
// RUN: %fresh && %mpicc -fopenmp %s -o a %mpilib && env POMP_TRACE=1 POMP_EXPERIMENT_DIR=short %mpirun -n 3 ./a 120000 && env POMP_TRACE=1 POMP_EXPERIMENT_DIR=long %mpirun -n 3 ./a 300000
// RUN: %python %inputs/convert-memory.py %pomp_convert short long
#include <mpi.h>
#include <stdlib.h>

enum { BURST = 50 };

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1, rank, size, in = 0, out = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  /* Messages go in bursts, so that ranks seldom wait for each other, however few processors there are. */
  for (int i = 0; i < n; i += BURST) {
    for (int k = 0; k < BURST; k++)
      MPI_Send(&out, 1, MPI_INT, (rank + 1) % size, 1, MPI_COMM_WORLD);
    for (int k = 0; k < BURST; k++)
      MPI_Recv(&in, 1, MPI_INT, (rank + size - 1) % size, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
