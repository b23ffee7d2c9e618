// The launcher ends a job by SIGTERM or SIGINT: the job ends as it would without measurement, rank 0 alone says where the ranks'
// files are, and those are read together.
// REQUIRES: mpi
// RUN: %fresh && %mpicc %s -o a %mpilib
// RUN: %python %inputs/signal-end-job.py ./a %pomp_report %mpirun -n 3
#include "regions.h"
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

REGION_AT(work, "region", "work", 1);

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0;; i++) {
    POMP_Begin(&work);
    MPI_Barrier(MPI_COMM_WORLD);
    POMP_End(&work);
    if (i == 10 && rank == 0) {
      FILE *ready = fopen("made", "w");
      if (!ready || fprintf(ready, "%ld", (long)getppid()) < 0 || fclose(ready) || rename("made", "ready"))
        return 1;
    }
  }
}
