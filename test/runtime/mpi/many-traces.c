// A report that goes through traces has the call paths of one rank at a time in memory, also those of its trace: it grows by less than a
// quarter of the file of each further rank, which is less than the heads of that many call paths.
// UNSUPPORTED: traced, sanitized
// REQUIRES: mpi
// RUN: %fresh && %mpicc -fopenmp %s -o a %mpilib && env POMP_TRACE=1 POMP_EXPERIMENT_DIR=e %mpirun -n 1 ./a
// RUN: %python %S/Inputs/many-traces.py %pomp_report e
#include "regions.h"
#include <mpi.h>

REGION(team, "parallel", 1);
REGION_AT(outer, "region", "outer", 2);
REGION_AT(inner, "region", "inner", 3);

static void visit(int depth) {
  struct ompregdescr *regions[] = {&outer, &inner};
  for (int i = 0; i < 2 && depth; i++) {
    POMP_Begin(regions[i]);
    visit(depth - 1);
    POMP_End(regions[i]);
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  POMP_Parallel_fork(&team);
#pragma omp parallel num_threads(8)
  {
    POMP_Parallel_begin(&team);
    visit(9); /* 1022 call paths */
    POMP_Parallel_end(&team);
  }
  POMP_Parallel_join(&team);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
