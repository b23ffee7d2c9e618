// pomp-control divides the run of a job that goes on, for all of its ranks: the intervals add up to what each rank has counted, while it
// runs and when the ranks have made one file of theirs, traced or not; a trace has the whole run.
// REQUIRES: mpi
// RUN: %fresh && %mpicc -fopenmp %s -o a %mpilib
// RUN: %python %inputs/divided-job.py %pomp_control %pomp_report %mpirun -n 2 ./a
// RUN: env POMP_TRACE=1 %python %inputs/divided-job.py %pomp_control %pomp_report %mpirun -n 2 ./a
#include "regions.h"
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

REGION_AT(step, "region", "step", 2);
REGION_AT(outer, "region", "outer", 3);

/* Each rank goes on until there is a file `enough`, and all of them as often. */
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, is_enough = 0;
  unsigned long steps = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  POMP_Begin(&outer); /* open at each division */
  for (; !is_enough; steps++) {
    POMP_Begin(&step);
    usleep(200);
    POMP_End(&step);
    if (rank == 0)
      is_enough = access("enough", F_OK) == 0;
    MPI_Bcast(&is_enough, 1, MPI_INT, 0, MPI_COMM_WORLD);
  }
  POMP_End(&outer);
  if (rank == 0)
    printf("steps %lu\n", steps);
  MPI_Finalize();
  return 0;
}
