// A send that was cancelled is no message: no receive is looked for, and the next one's is not mistaken for its own.
// REQUIRES: mpi, otf2
// RUN: %fresh && %mpiclocked %s -o a && env POMP_TRACE=1 POMP_EXPERIMENT_DIR=e %mpirun -n 2 ./a
// RUN: %pomp_report --mpi-waits e | FileCheck %s --check-prefix=SENT && %python %S/Inputs/cancel.py e/rank-0/trace.pomp && %pomp_report --mpi-waits e | FileCheck %s
// SENT: {{^}}1 messages, 2 collective operations; 1 sends or receives without the other side; the ranks' clocks agree to 0.0 us
// CHECK: {{^}} 0.040 97.6 0.040 0.041 1 1 MPI_Recv
// CHECK-NEXT: {{^}}1 messages, 2 collective operations; the ranks' clocks agree to 0.0 us
// RUN: %pomp_convert e --to otf2 && %converted otf2 e/otf2/traces.otf2 e 'count("mpi_isend") == 2' 'count("mpi_isend_done") == count("mpi_cancelled") == 1' \
// RUN:   '[d.split()[1] for k in ("mpi_cancelled", "mpi_isend_done") for d in details(k)] == ["1", "2"]'
// RUN: %pomp_convert e --to perfetto && %python %inputs/perfetto-rules.py e/trace.json 'not partial' '[sorted(f)[0][3] - sorted(f)[1][3] for f in flows.values()] == [1000]'
#include "mpi_clock.h"

int main(int argc, char **argv) {
  int rank, data = 0;
  MPI_Request r;
  clock_start();
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  clock_ranks_are(rank, 2);
  if (rank == 0) {
    MPI_Isend(&data, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE); /* cancel.py takes this one */
  }
  MPI_Barrier(MPI_COMM_WORLD);
  clock_rank_works(0, 50 * CLOCK_MS); /* the second send is 40 ms later than its receive, and the message takes 1 ms */
  clock_rank_works(1, 10 * CLOCK_MS);
  clock_ranks_call((uint64_t[]){0, clock_at[0] + CLOCK_MS});
  if (rank == 0) {
    MPI_Isend(&data, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
  } else
    MPI_Recv(&data, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  clock_ranks_meet();
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
