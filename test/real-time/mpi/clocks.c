// The ranks' clocks are compared. On one machine they don't differ, and that must come out within the error that is stated. It needs
// the real clock: how long real messages take is what the error is made of. By a set clock the offsets are exact (test/runtime/mpi).
// REQUIRES: mpi
// RUN: %fresh && %mpicc -fopenmp %s -o a %mpilib && env POMP_EXPERIMENT_DIR=e %mpirun -n 6 ./a > out 2> err
// RUN: %check e 'all(len(p["alignment"]) == 2 for p in processes)' \
// RUN:   'all(abs(point["offset_ns"]) <= point["error_ns"] for p in processes for point in p["alignment"])' \
// RUN:   'all(point["error_ns"] > 0 for p in processes[1:] for point in p["alignment"])' \
// RUN:   'all(point["error_ns"] == 0 for point in processes[0]["alignment"])' \
// RUN:   'all(p["alignment"][1]["at_ns"] - p["alignment"][0]["at_ns"] >= 50000000 for p in processes)' \
// RUN:   'all(abs(p["drift"]) <= sum(point["error_ns"] for point in p["alignment"]) / 50e6 for p in processes)'
#include "regions.h"
#include <mpi.h>

REGION_AT(work, "region", "work", 1);

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  POMP_Begin(&work);
  busy(60);
  POMP_End(&work);
  MPI_Finalize();
  return 0;
}
