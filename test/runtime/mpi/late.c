// Each rank's waits are found at their functions, of their kinds, and as long as the program says, to the nanosecond; a function that
// did not wait is not in the table.
// REQUIRES: mpi
// RUN: %fresh && %mpiclocked %s -o a && env POMP_TRACE=1 POMP_EXPERIMENT_DIR=e %mpirun -n 3 ./a > out && %pomp_report --mpi-waits --csv e > csv 2> err && count 0 < err
// RUN: count 10 < out && %late csv out
// RUN: %pomp_report --mpi-waits e | FileCheck %s
// CHECK: {{^}}Waiting in MPI, from the traces of 3 ranks: 44.0 % of threads × wall{{$}}
// CHECK-NEXT: wait s of time % late sender late receiver barrier all for all late root early root time s calls waited call path where
// CHECK-NEXT: {{^}} 0.400 98.3 0.400 0.407 1 1 MPI_Waitall {{.*}}late.c:
// CHECK-NEXT: {{^}} 0.399 95.0 0.399 0.420 3 2 MPI_Barrier {{.*}}late.c:
// CHECK-NEXT: {{^}} 0.399 95.0 0.399 0.420 3 2 MPI_Allreduce {{.*}}late.c:
// CHECK: {{^}}7 messages, 15 collective operations; the ranks' clocks agree to 0.0 us{{$}}
//
// RUN: %pomp_report --mpi-waits --sort -calls --top 2 --columns calls,waited,region e > two && FileCheck %s --check-prefix=TWO < two
// TWO: {{^}}Waiting in MPI, from the traces of 3 ranks
// TWO-NEXT: calls waited region
// TWO-NEXT: {{^}} 1 1 MPI_{{[A-Z]}}{{[a-z]+$}}
// TWO-NEXT: {{^}} 1 1 MPI_{{[A-Z]}}{{[a-z]+$}}
// TWO-NOT: {{.}}
// RUN: not %pomp_report --mpi-waits --sort self_s e 2> err && grep "there is no column self_s.*; --mpi-waits has " err && count 1 < err
//
// The ranks' messages are not known beyond the traces: no others can be matched with them.
// RUN: not %pomp_report --mpi-waits e/rank-0 2>&1 | grep "^pomp-report: e/rank-0: has not the traces of a job's ranks"
#include "Inputs/late.h"

static int in, out;

/* The ranks have met before; this meeting is no waiting of the kinds that are looked for. */
static void late(int who) {
  MPI_Request all;
  clock_ranks_meet();
  MPI_Ibarrier(MPI_COMM_WORLD, &all);
  for (int done = 0; !done;)
    MPI_Test(&all, &done, MPI_STATUS_IGNORE);
  comes_late(who);
}

static void messages(MPI_Comm world) {
  MPI_Request r[2];
  late(0); /* this rank is the sender */
  one_waits("MPI_Recv/late-sender", 1, 0);
  if (rank == 0)
    MPI_Send(&out, 1, MPI_INT, 1, 1, world);
  if (rank == 1)
    MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 1, world, MPI_STATUS_IGNORE);
  late(0);
  if (rank == 1)
    MPI_Irecv(&in, 1, MPI_INT, 0, 1, world, &r[0]);
  one_waits("MPI_Wait/late-sender", 1, 0);
  if (rank == 0)
    MPI_Send(&out, 1, MPI_INT, 1, 1, world);
  if (rank == 1)
    MPI_Wait(&r[0], MPI_STATUS_IGNORE);
  late(0); /* of two messages that are waited for at once, the later one counts */
  if (rank == 0)
    MPI_Send(&out, 1, MPI_INT, 1, 2, world);
  if (rank == 1) {
    MPI_Irecv(&in, 1, MPI_INT, 0, 3, world, &r[0]);
    MPI_Irecv(&in, 1, MPI_INT, 0, 2, world, &r[1]);
  }
  clock_rank_works(0, LATE);
  one_waits("MPI_Waitall/late-sender", 1, 0);
  if (rank == 0)
    MPI_Send(&out, 1, MPI_INT, 1, 3, world);
  if (rank == 1)
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  late(2);
  one_waits("MPI_Sendrecv/late-sender", 1, 2);
  if (rank) {
    int other = 3 - rank;
    MPI_Sendrecv(&out, 1, MPI_INT, other, 4, &in, 1, MPI_INT, other, 4, world, MPI_STATUS_IGNORE);
  }
  late(1); /* this rank is the receiver */
  one_waits("MPI_Ssend/late-receiver", 0, 1);
  if (rank == 0)
    MPI_Ssend(&out, 1, MPI_INT, 1, 5, world);
  if (rank == 1)
    MPI_Recv(&in, 1, MPI_INT, 0, 5, world, MPI_STATUS_IGNORE);
}

static void collectives(MPI_Comm world) {
  late(2);
  all_wait_for_last("MPI_Barrier/mpi-barrier");
  MPI_Barrier(world);
  late(1);
  all_wait_for_last("MPI_Allreduce/all-for-all");
  MPI_Allreduce(&out, &in, 1, MPI_INT, MPI_SUM, world);
  late(1);
  all_wait_for_root("MPI_Bcast/late-root", 1);
  MPI_Bcast(&out, 1, MPI_INT, 1, world);
  late(2);
  root_waits_for_last("MPI_Reduce/early-root", 0);
  MPI_Reduce(&out, &in, 1, MPI_INT, MPI_SUM, 0, world);
  late(0);
  all_wait_for_lower("MPI_Scan/all-for-all");
  MPI_Scan(&out, &in, 1, MPI_INT, MPI_SUM, world);
}

int main(int argc, char **argv) {
  MPI_Comm world;
  begin(&argc, &argv);
  for (int i = 0; argc > 1 && i < 20000; i++, clock_work(CLOCK_US)) /* traced.test wants a long trace */
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (argc == 1) {
    MPI_Comm_dup(MPI_COMM_WORLD, &world);
    messages(world);
    collectives(world);
    clock_ranks_meet();
    MPI_Comm_free(&world);
  }
  end();
  return 0;
}
