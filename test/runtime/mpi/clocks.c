// The ranks' clocks are compared when MPI begins and when it ends. Each rank's is ahead of the one before by 5 ms at first, and by 2 ms
// more for each 60 ms that pass; so much comes out, and the ranks' times are put on one line by it. A message takes no time here: the
// offsets are exact but for the 1 ns that is the least error.
// REQUIRES: mpi
// RUN: %fresh && %mpiclocked %s -o a && env POMP_TRACE=1 POMP_EXPERIMENT_DIR=e %mpirun -n 6 ./a > out 2> err
// RUN: %check e '[[point["at_ns"] - 10**9 for point in p["alignment"]] for p in processes] == [[r * 5000000, 60000000 + r * 7000000] for r in range(6)]' \
// RUN:   '[[point["offset_ns"] for point in p["alignment"]] for p in processes] == [[-r * 5000000, -r * 7000000] for r in range(6)]' \
// RUN:   '[p["alignment"][0]["error_ns"] for p in processes] == [0, 1, 1, 2, 1, 2]' 'all(p["alignment"][0]["error_ns"] == p["alignment"][1]["error_ns"] for p in processes)' \
// RUN:   'all(abs(p["drift"] + r * 2 / (60 + r * 2)) < 1e-12 for r, p in enumerate(processes))'
// All ranks come to the barrier at the same time by rank 0's clock: none waits for another.
// RUN: %pomp_report --mpi-waits --csv e > csv && count 1 < csv
#include "mpi_clock.h"
#include "regions.h"
#include <stdlib.h>

REGION_AT(work, "region", "work", 1);

int main(int argc, char **argv) {
  int rank = atoi(getenv("OMPI_COMM_WORLD_RANK"));
  clock_start();
  clock_work((uint64_t)rank * 5 * CLOCK_MS);
  MPI_Init(&argc, &argv);
  POMP_Begin(&work);
  clock_work(30 * CLOCK_MS + (uint64_t)rank * CLOCK_MS);
  MPI_Barrier(MPI_COMM_WORLD);
  clock_work(30 * CLOCK_MS + (uint64_t)rank * CLOCK_MS);
  POMP_End(&work);
  MPI_Finalize();
  return 0;
}
