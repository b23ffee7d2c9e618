// Ranks of odd number wait for a message that their neighbours send after work that it does not need. The fixed program sends it
// first. With four ranks, two pairs of them do the same. Traces tell who waits for whom.
// REQUIRES: mpi
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_mpicc -O1 -g %pair_flags %s -o bad && %pomp_mpicc -O1 -g -DFIXED %pair_flags %s -o fixed
// RUN: %pair --traced --launch "%mpirun -n 2 --mca mpi_yield_when_idle 1" ./bad ./fixed 1
// RUN: %pair --traced --launch "%mpirun -n 4 --mca mpi_yield_when_idle 1" ./bad ./fixed 1
#include "pair_mpi.h"

enum { ROUNDS = 10 };

static void prepare(void) {
#line 200
#pragma pomp inst begin(prepare)
  work(20000);
#pragma pomp inst end(prepare)
}

int main(int argc, char **argv) {
  uint64_t severity = 0;
  int message = 0;
  begin_ranks(&argc, &argv);
  for (int i = 0; i < ROUNDS; i++) {
    if (rank % 2 == 0) {
#ifndef FIXED
      prepare();
#endif
      stamps[i] = now();
      tells(rank + 1);
      MPI_Send(&message, 1, MPI_INT, rank + 1, 1, MPI_COMM_WORLD);
#ifdef FIXED
      prepare();
#endif
    } else {
      stamps[i] = now();
      waits_for(rank - 1);
#line 100
      MPI_Recv(&message, 1, MPI_INT, rank - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      work(15000);
    }
    comes_with_all();
    MPI_Barrier(MPI_COMM_WORLD);
  }
  gather_stamps();
  for (int r = 0; r < size; r += 2)
    severity += waited_for(r + 1, r, ROUNDS);
  late_truth("mpi_late_sender", 100, severity, size == 2 ? 0 : -1, 200);
  MPI_Finalize();
  return 0;
}
