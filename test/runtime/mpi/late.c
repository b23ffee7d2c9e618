// Each rank's waits are found at their functions, of their kinds, on aligned clocks, as long as the program knows them to be; a function
// that did not wait is not in the table.
// REQUIRES: mpi
// RUN: %fresh && %mpicc %s -o a %mpilib && env POMP_TRACE=1 POMP_EXPERIMENT_DIR=e %mpirun -n 3 ./a > out && %pomp_report --mpi-waits e > waits 2> err && count 0 < err
// RUN: cat waits out && %late waits out && count 12 < out
// RUN: tail -n 1 waits | grep "^7 messages, 15 collective operations; the ranks' clocks agree to"
//
// The same as CSV, with the columns and rows that are wanted; what can't be had is refused.
// RUN: %pomp_report --mpi-waits --csv e > csv && %python -c "import csv; rows = list(csv.DictReader(open('csv', newline=''))); kinds = 'late_sender_s late_receiver_s mpi_barrier_s all_for_all_s late_root_s early_root_s'.split(); assert len(rows) >= 5; assert all(abs(float(r['wait_s']) - sum(float(r[k] or 0) for k in kinds)) < 1e-8 for r in rows), rows"
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

/* This rank comes 200 ms after the others, who have met before. */
static void late(int who) {
  MPI_Request all; /* this meeting is no waiting of the kinds that are looked for */
  MPI_Ibarrier(MPI_COMM_WORLD, &all);
  for (int done = 0; !done;)
    MPI_Test(&all, &done, MPI_STATUS_IGNORE);
  if (rank == who)
    nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
}

int main(int argc, char **argv) {
  MPI_Comm world;
  MPI_Request r[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; argc > 1 && i < 20000; i++) /* traced.test wants a long trace */
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (argc > 1) {
    MPI_Finalize();
    return 0;
  }
  MPI_Comm_dup(MPI_COMM_WORLD, &world);

  late(0); /* this rank is the sender */
  comes(0);
  if (rank == 0)
    MPI_Send(&out, 1, MPI_INT, 1, 1, world);
  if (rank == 1)
    MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 1, world, MPI_STATUS_IGNORE);
  one_waited("MPI_Recv/late-sender", 1, 0);
  late(0);
  if (rank == 1)
    MPI_Irecv(&in, 1, MPI_INT, 0, 1, world, &r[0]);
  comes(0);
  if (rank == 0)
    MPI_Send(&out, 1, MPI_INT, 1, 1, world);
  if (rank == 1)
    MPI_Wait(&r[0], MPI_STATUS_IGNORE);
  one_waited("MPI_Wait/late-sender", 1, 0);
  late(0); /* of two messages that are waited for at once, the later one counts */
  if (rank == 0)
    MPI_Send(&out, 1, MPI_INT, 1, 2, world);
  if (rank == 1) {
    MPI_Irecv(&in, 1, MPI_INT, 0, 3, world, &r[0]);
    MPI_Irecv(&in, 1, MPI_INT, 0, 2, world, &r[1]);
  }
  comes(0);
  if (rank == 0)
    MPI_Send(&out, 1, MPI_INT, 1, 3, world);
  if (rank == 1)
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  one_waited("MPI_Waitall/late-sender", 1, 0);
  late(2);
  comes(0);
  if (rank) {
    int other = 3 - rank;
    MPI_Sendrecv(&out, 1, MPI_INT, other, 4, &in, 1, MPI_INT, other, 4, world, MPI_STATUS_IGNORE);
  }
  one_of_two_waited("MPI_Sendrecv/late-sender", 1, "MPI_Sendrecv/late-sender", 2);
  late(1); /* this rank is the receiver */
  comes(0);
  if (rank == 0)
    MPI_Ssend(&out, 1, MPI_INT, 1, 5, world);
  if (rank == 1)
    MPI_Recv(&in, 1, MPI_INT, 0, 5, world, MPI_STATUS_IGNORE);
  one_of_two_waited("MPI_Ssend/late-receiver", 0, "MPI_Recv/late-sender", 1);
  late(2);
  comes(0);
  MPI_Barrier(world);
  all_waited_for_last("MPI_Barrier/barrier");
  late(1);
  comes(0);
  MPI_Allreduce(&out, &in, 1, MPI_INT, MPI_SUM, world);
  all_waited_for_last("MPI_Allreduce/all-for-all");
  late(1);
  comes(0);
  MPI_Bcast(&out, 1, MPI_INT, 1, world);
  all_waited_for_root("MPI_Bcast/late-root", 1);
  late(2);
  comes(0);
  MPI_Reduce(&out, &in, 1, MPI_INT, MPI_SUM, 0, world);
  root_waited_for_last("MPI_Reduce/early-root", 0);
  late(0);
  comes(0);
  MPI_Scan(&out, &in, 1, MPI_INT, MPI_SUM, world);
  all_waited_for_lower("MPI_Scan/all-for-all");
  MPI_Comm_free(&world);
  MPI_Finalize();
  return 0;
}
