// Call paths say who waited for whom: the same function waits in one region and not in another; requests are over in Waitany,
// Waitsome and a Test; sends begin and are over apart from each other; the other collectives follow. The report says so if
// traces lack something.
// UNSUPPORTED: traced
// REQUIRES: mpi
// RUN: %fresh && %mpiclocked %s -o a && env POMP_TRACE=1 POMP_EXPERIMENT_DIR=e %mpirun -n 3 ./a > out && %pomp_report --mpi-waits --csv e > csv 2> err && count 0 < err
// RUN: %late csv out && count 13 < out
//
// One rank has no trace; visits were chosen, the same on all ranks, and not: an operation that lacks one of its sides is left out.
// RUN: mv e/rank-2/trace.pomp t2 && %pomp_report --mpi-waits e > part 2> err && grep -x "pomp-report: e: missing in the traces, and in what follows from them: all (no trace that can be read) of rank 2" err && count 1 < err
// RUN: grep "from the traces of 2 ranks" part && grep "region(late) > MPI_Recv  *.*late-paths.c:[0-9]" part
// RUN: mv e/rank-0/trace.pomp t0 && mv e/rank-1/trace.pomp t1 && not %pomp_report --mpi-waits e 2>&1 | grep -x "pomp-report: e: no rank has a trace"
// RUN: env POMP_TRACE=1 POMP_TRACE_SELECT="region(late):1" POMP_EXPERIMENT_DIR=s %mpirun -n 3 ./a > out && %pomp_report --mpi-waits --csv s > csv 2> err && count 1 < err
// RUN: grep -x "pomp-report: s: missing in the traces, and in what follows from them: what POMP_TRACE_SELECT did not name of all ranks" err
// RUN: %late csv out && count 13 < out
// RUN: env POMP_TRACE=1 POMP_EXPERIMENT_DIR=o %mpirun -n 1 -x POMP_TRACE_SELECT="region(late):1" ./a : -n 2 ./a > out && %pomp_report --mpi-waits o > waits 2> err && cat waits err
// RUN: grep -x "pomp-report: o: missing in the traces, and in what follows from them: what POMP_TRACE_SELECT did not name of rank 0" err && grep "operations left out" waits && not grep "MPI_Barrier" waits
// RUN: %pomp_convert o --to perfetto 2> err && count 1 < err && %python %inputs/perfetto-rules.py o/trace.json 'not partial'
//
// Rank 1 is killed: everything that all had sent before is there, and a line says what is missing.
// RUN: not env POMP_TRACE=1 POMP_EXPERIMENT_DIR=k %mpirun -n 3 ./a kill > out 2> err
// RUN: not ls k/profile.pomp && %pomp_report --mpi-waits --csv k > csv 2> err && count 1 < err && %late csv out && count 1 < out
// RUN: grep -x "pomp-report: k: missing in the traces, and in what follows from them: the end (the process was killed, or still runs) of all ranks" err
// RUN: %pomp_report --from-trace --json k > part 2> err && count 1 < err && %python -c 'import json; d = json.load(open("part")); assert sum(r["visits"] for r in d["regions"] if r["name"] == "MPI_Barrier") == 6 and len(d["processes"]) == 3'
#include "Inputs/late.h"
#include "regions.h"
#include <signal.h>
#include <unistd.h>

REGION_AT(late_region, "region", "late", 1);
REGION_AT(early_region, "region", "early", 2);
REGION_AT(inner_region, "region", "inner", 3);

static int in[RANKS], out[RANKS];

static void send(int tag) { MPI_Send(out, 1, MPI_INT, 1, tag, MPI_COMM_WORLD); }

/* Rank 1 has begun to receive two messages; rank 0 sends them, the second one when the first one has been waited for. */
static void two_messages(const char *name, int kind) {
  MPI_Request r[2];
  int which, done, indices[2];
  if (rank == 1)
    for (int i = 0; i < 2; i++)
      MPI_Irecv(&in[i], 1, MPI_INT, 0, 2 + i, MPI_COMM_WORLD, &r[i]);
  for (int i = 0; i < 2; i++) {
    comes_late(0);
    one_waits(name, 1, 0);
    if (rank == 0)
      send(2 + i);
    else if (rank == 1 && kind == 0)
      MPI_Waitany(2, r, &which, MPI_STATUS_IGNORE);
    else if (rank == 1)
      MPI_Waitsome(2, r, &done, indices, MPI_STATUSES_IGNORE);
    PMPI_Barrier(MPI_COMM_WORLD);
  }
}

static void messages(void) {
  MPI_Request r[2];
  comes_late(0);
  one_waits("region(late) > MPI_Recv/late-sender", 1, 0);
  if (rank == 0)
    send(1);
  if (rank == 1)
    MPI_Recv(in, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  two_messages("region(late) > MPI_Waitany/late-sender", 0);
  two_messages("region(late) > MPI_Waitsome/late-sender", 1);
  if (rank == 1)
    for (int i = 0; i < 2; i++)
      MPI_Irecv(&in[i], 1, MPI_INT, 0, 2 + i, MPI_COMM_WORLD, &r[i]);
  comes_late(0);
  if (rank == 0)
    send(2);
  clock_rank_works(0, LATE);
  one_waits("region(late) > MPI_Waitall/late-sender", 1, 0); /* one call waits for both, and the later one counts */
  if (rank == 0)
    send(3);
  if (rank == 1)
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  comes_late(0);
  if (rank == 0)
    send(4);
  if (rank == 1) { /* the program asks again and again: no single call waits */
    MPI_Irecv(in, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, &r[0]);
    for (int done = 0; !done;)
      MPI_Test(&r[0], &done, MPI_STATUS_IGNORE);
  }
  comes_late(1); /* this rank is the receiver */
  if (rank == 0)
    MPI_Issend(out, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, &r[0]);
  one_waits("region(late) > MPI_Wait/late-receiver", 0, 1);
  if (rank == 0)
    MPI_Wait(&r[0], MPI_STATUS_IGNORE);
  if (rank == 1)
    MPI_Recv(in, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void collectives(void) {
  comes_late(1);
  root_waits_for_last("region(late) > MPI_Gather/early-root", 0);
  MPI_Gather(out, 1, MPI_INT, in, 1, MPI_INT, 0, MPI_COMM_WORLD);
  comes_late(0);
  all_wait_for_root("region(late) > MPI_Scatter/late-root", 0);
  MPI_Scatter(out, 1, MPI_INT, in, 1, MPI_INT, 0, MPI_COMM_WORLD);
  comes_late(1);
  all_wait_for_last("region(late) > MPI_Alltoall/all-for-all");
  MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD);
  POMP_Begin(&inner_region);
  comes_late(2);
  all_wait_for_last("region(late) > region(inner) > MPI_Reduce_scatter_block/all-for-all");
  MPI_Reduce_scatter_block(out, in, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  POMP_End(&inner_region);
  comes_late(0);
  all_wait_for_lower("region(late) > MPI_Exscan/all-for-all");
  MPI_Exscan(out, in, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
  begin(&argc, &argv);
  POMP_Begin(&early_region);
  MPI_Barrier(MPI_COMM_WORLD);
  POMP_End(&early_region);
  POMP_Begin(&late_region);
  comes_late(2);
  all_wait_for_last("region(late) > MPI_Barrier/mpi-barrier");
  MPI_Barrier(MPI_COMM_WORLD);
  PMPI_Barrier(MPI_COMM_WORLD);
  if (argc > 1) {
    if (rank == 1)
      raise(SIGKILL);
    for (;;)
      pause();
  }
  messages();
  collectives();
  POMP_End(&late_region);
  end();
  return 0;
}
