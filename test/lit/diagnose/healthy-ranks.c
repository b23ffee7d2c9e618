// Ranks that exchange messages and sum over all, and have the same to do: with traces, there is no finding. What MPI itself
// takes of a run is in test/real-time/mpi.
// REQUIRES: mpi
// RUN: rm -rf %t && mkdir -p %t && cd %t && %pomp_mpicc -O1 -g %pair_flags %s -o a
// RUN: env OMP_NUM_THREADS=1 POMP_TRACE=1 POMP_EXPERIMENT_DIR=e %mpirun -n 2 --mca mpi_yield_when_idle 1 ./a
// RUN: %pomp_report --from-trace --diagnose --json e | FileCheck %s
// CHECK: "wall_s": 0.031
// CHECK-NEXT: "findings": []
// The profile alone has what calls took in all, and no finding is judged.
// RUN: %pomp_report --diagnose --json e | FileCheck %s --check-prefix=PROFILE --implicit-check-not='"judged": true'
// PROFILE: "property": "mpi_late_sender"
// PROFILE: "severity_s": 0.0012
// PROFILE: "not_judged_because": "up to
// PROFILE: "property": "mpi_late_collective"
// PROFILE: "severity_s": 0.0008
// PROFILE: "not_judged_because": "up to
// PROFILE-NOT: "property"
#include "pair_mpi.h"

enum { STEPS = 30, EVERY = 3, EXCHANGE = 20000, SUM = 40000 /* ns */ };

int main(int argc, char **argv) {
  begin_ranks(&argc, &argv);
  for (int i = 0; i < STEPS; i++) {
    MPI_Request r[2];
    double sent = i, got = 0, change = 0;
    MPI_Irecv(&got, 1, MPI_DOUBLE, 1 - rank, 1, MPI_COMM_WORLD, &r[0]);
    MPI_Isend(&sent, 1, MPI_DOUBLE, 1 - rank, 1, MPI_COMM_WORLD, &r[1]);
    takes(EXCHANGE);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    work(1000);
    if (i % EVERY == 0) {
      takes(SUM);
      MPI_Allreduce(&got, &change, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    }
  }
  MPI_Finalize();
  return 0;
}
