// A ring has the end of the run, each rank's another part of it: who waited for whom there is found by counting from the end.
// UNSUPPORTED: traced
// REQUIRES: mpi
// DEFINE: %{ring} = env POMP_TRACE=1 POMP_TRACE_MEMORY=128k POMP_TRACE_MODE=ring
// RUN: %fresh && %mpiclocked %s -o a && %{ring} POMP_EXPERIMENT_DIR=e %mpirun -n 3 ./a > out && %pomp_report --mpi-waits e > waits 2> err
// RUN: grep -x "pomp-report: e: missing in the traces, and in what follows from them: the begin (POMP_TRACE_MODE=ring) of all ranks" err && count 1 < err
// RUN: %pomp_report --mpi-waits --csv e > csv 2> err && %late csv out && count 8 < out
// Everything there has found the other side, but for the begin; no operation was mistaken for another.
// RUN: %python -c 'import re; m, c, a = map(int, re.search(r"(\d+) messages, (\d+) collective operations; (\d+) sends or receives without", open("waits").read()).groups()); assert 1000 < m < 3 * 3500 and 50 < c < 350 and a < 7000, (m, c, a)'
// RUN: not grep "left out" waits
// So do the arrows of messages: in the rounds none takes any time, and after them each takes what the program says.
// RUN: %pomp_convert e --to perfetto 2> err && count 1 < err && %python %inputs/perfetto-rules.py e/trace.json 'not partial' \
// RUN:   '1000 < len(flows) < 3 * 3500 and [d for d in sorted(sorted(f)[0][3] - sorted(f)[1][3] for f in flows.values()) if d] == [7000, 7000, 7000, 206000]'
//
// A rank that was killed has no end to count from.
// RUN: not %{ring} POMP_EXPERIMENT_DIR=k %mpirun -n 3 ./a kill && not %pomp_report --mpi-waits k 2> err && grep "k: of some ranks the begin is missing" err && count 1 < err
// RUN: %pomp_convert k --to perfetto 2> err && %python %inputs/perfetto-rules.py k/trace.json 'not flows'
#include "Inputs/late.h"
#include "regions.h"
#include <signal.h>

REGION_AT(early_region, "region", "early", 1);
REGION_AT(late_region, "region", "late", 2);
REGION_AT(more_region, "region", "more", 3);
enum { ROUNDS = 3500 };

static int in, out;

/* Ranks have different numbers of events, and so different parts of it in their rings. */
static void rounds(void) {
  MPI_Request r[2];
  for (int i = 0; i < ROUNDS; i++) {
    for (int k = 0; k < rank * 3; k++) {
      POMP_Begin(&more_region);
      POMP_End(&more_region);
    }
    MPI_Irecv(&in, 1, MPI_INT, (rank + 2) % 3, i % 3, MPI_COMM_WORLD, &r[0]);
    MPI_Isend(&out, 1, MPI_INT, (rank + 1) % 3, i % 3, MPI_COMM_WORLD, &r[1]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    clock_work(10 * CLOCK_US);
    if (i % 10 == 0)
      MPI_Barrier(MPI_COMM_WORLD);
  }
}

static void phases(void) {
  MPI_Request r;
  for (int i = 0; i < 2; i++) {
    comes_late(0);
    one_waits("region(late) > MPI_Recv/late-sender", 1, 0);
    if (rank == 0)
      MPI_Send(&out, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    if (rank == 1)
      MPI_Recv(&in, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    comes_late(2);
    all_wait_for_last("region(late) > MPI_Barrier/mpi-barrier");
    MPI_Barrier(MPI_COMM_WORLD);
  }
  comes_late(1);
  if (rank == 2)
    MPI_Irecv(&in, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, &r);
  one_waits("region(late) > MPI_Wait/late-sender", 2, 1);
  if (rank == 1)
    MPI_Send(&out, 1, MPI_INT, 2, 2, MPI_COMM_WORLD);
  if (rank == 2)
    MPI_Wait(&r, MPI_STATUS_IGNORE);
  comes_late(2);
  one_waits("region(late) > MPI_Ssend/late-receiver", 1, 2);
  if (rank == 1)
    MPI_Ssend(&out, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
  if (rank == 2)
    MPI_Recv(&in, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int who = 0; who < 2; who++) {
    comes_late(who);
    root_waits_for_last("region(late) > MPI_Reduce/early-root", 2);
    MPI_Reduce(&out, &in, 1, MPI_INT, MPI_SUM, 2, MPI_COMM_WORLD);
  }
}

int main(int argc, char **argv) {
  begin(&argc, &argv);
  POMP_Begin(&early_region);
  rounds();
  clock_ranks_are(rank, RANKS);
  POMP_End(&early_region);
  if (argc > 1 && rank == 1)
    raise(SIGKILL);
  POMP_Begin(&late_region);
  phases();
  POMP_End(&late_region);
  end();
  return 0;
}
