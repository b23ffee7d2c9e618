// A send that was cancelled is no message: no receive is looked for, and the next one's is not taken for its own.
// REQUIRES: mpi, otf2
// RUN: %fresh && %mpicc %s -o a %mpilib && env POMP_TRACE=1 POMP_EXPERIMENT_DIR=e %mpirun -n 2 ./a
// RUN: %pomp_report --mpi-waits e | FileCheck %s --check-prefix=SENT && %python %S/Inputs/cancel.py e/rank-0/trace.pomp && %pomp_report --mpi-waits e | FileCheck %s
// SENT: {{^}}1 messages, 2 collective operations; 1 sends or receives without the other side; the ranks' clocks
// CHECK: {{^}}1 messages, 2 collective operations; the ranks' clocks
// RUN: %pomp_convert e --to otf2 && %converted otf2 e/otf2/traces.otf2 e 'count("mpi_isend") == 2' 'count("mpi_isend_done") == count("mpi_cancelled") == 1' \
// RUN:   '{d.split()[1] for k in ("mpi_isend_done", "mpi_cancelled") for d in details(k)} == {"1", "2"}'
// RUN: %pomp_convert e --to perfetto && %python %inputs/perfetto-rules.py e/trace.json 'not partial' 'len(flows) == 1 and all(0 <= sorted(f)[0][3] - sorted(f)[1][3] + 1000 for f in flows.values())'
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int rank, data = 0;
  MPI_Request r[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Isend(&data, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, &r[0]);
    MPI_Barrier(MPI_COMM_WORLD);
    usleep(50000);
    MPI_Isend(&data, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, &r[1]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
  } else {
    MPI_Barrier(MPI_COMM_WORLD);
    usleep(10000);
    MPI_Recv(&data, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
