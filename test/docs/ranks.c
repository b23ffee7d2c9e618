/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ranks.c - the MPI program of docs/: a ring of messages, and a sum over all ranks. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int rank, ranks;
  double mine = 0, sum = 0, left = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (int step = 1; step <= 50; step++) {
#pragma omp parallel for reduction(+ : mine)
    for (int i = 1; i <= 20000 * (rank + 1); i++)
      mine += 1.0 / ((double)i * step);
    MPI_Sendrecv(&mine, 1, MPI_DOUBLE, (rank + 1) % ranks, 0, &left, 1, MPI_DOUBLE, (rank + ranks - 1) % ranks, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Allreduce(&left, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }
  if (rank == 0)
    printf("sum %.6f\n", sum);
  MPI_Finalize();
  return 0;
}
