// Ranks of odd number wait for a message that their neighbours send after work that it does not need. The fixed program sends it
// first. With four ranks, two pairs of them do the same. Traces tell who waits for whom.
// REQUIRES: mpi
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_mpicc -O1 -g -I%S/../Inputs %s -o bad && %pomp_mpicc -O1 -g -DFIXED -I%S/../Inputs %s -o fixed
// RUN: %pair --traced --launch "%mpirun -n 2 --mca mpi_yield_when_idle 1" --ranks 2 ./bad ./fixed 1
// RUN: %pair --traced --launch "%mpirun -n 4 --mca mpi_yield_when_idle 1" --ranks 4 --no-wall "ranks that wait in MPI have no core of their own" ./bad ./fixed 1
//
// A profile alone, and traces of which one is missing, tell that it may be up to so much, and no more.
// RUN: env POMP_EXPERIMENT_DIR=e %mpirun -n 2 --mca mpi_yield_when_idle 1 ./bad > truth && %python %S/../Inputs/untraced.py truth %pomp_report e
// RUN: env POMP_TRACE=1 POMP_EXPERIMENT_DIR=f %mpirun -n 2 --mca mpi_yield_when_idle 1 ./bad > truth && %python %S/../Inputs/untraced.py truth %pomp_report f
// RUN: rm f/rank-0/trace.pomp && %python %S/../Inputs/untraced.py truth %pomp_report --from-trace f
#include "pair_mpi.h"

enum { ROUNDS = 10 };

static void prepare(void) {
#line 200
#pragma pomp inst begin(prepare)
  work(20000);
#pragma pomp inst end(prepare)
}

int main(int argc, char **argv) {
  double severity = 0;
  int message = 0;
  begin_ranks(&argc, &argv);
  for (int i = 0; i < ROUNDS; i++) {
    if (rank % 2 == 0) {
#ifndef FIXED
      prepare();
#endif
      stamps[i] = now();
      MPI_Send(&message, 1, MPI_INT, rank + 1, 1, MPI_COMM_WORLD);
#ifdef FIXED
      prepare();
#endif
    } else {
      stamps[i] = now();
#line 100
      MPI_Recv(&message, 1, MPI_INT, rank - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      work(15000);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  gather_stamps();
  for (int r = 0; r < size; r += 2)
    severity += waited_for(r + 1, r, ROUNDS);
  late_truth("mpi_late_sender", 100, severity, size == 2 ? 0 : -1, 200);
  MPI_Finalize();
  return 0;
}
