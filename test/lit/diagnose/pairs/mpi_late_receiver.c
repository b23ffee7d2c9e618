// Ranks of even number wait in a synchronous send until their neighbours have done work that does not need the message. The fixed
// program receives it first. With four ranks, two pairs of them do the same. Traces tell who waits for whom.
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
      stamps[i] = now();
      waits_for(rank + 1);
#line 100
      MPI_Ssend(&message, 1, MPI_INT, rank + 1, 1, MPI_COMM_WORLD);
      work(15000);
    } else {
#ifndef FIXED
      prepare();
#endif
      stamps[i] = now();
      tells(rank - 1);
      MPI_Recv(&message, 1, MPI_INT, rank - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#ifdef FIXED
      prepare();
#endif
    }
    comes_with_all();
    MPI_Barrier(MPI_COMM_WORLD);
  }
  gather_stamps();
  for (int r = 0; r < size; r += 2)
    severity += waited_for(r, r + 1, ROUNDS);
  late_truth("mpi_late_receiver", 100, severity, size == 2 ? 1 : -1, 200);
  MPI_Finalize();
  return 0;
}
