// From traces the head has MPI's waiting as it was: that of each rank, as the program says. The profile alone has the time in the
// calls, which is more. Waiting in MPI counts once, whether a team waits for it in the same time, or a construct whose own time is
// waiting has the call inside.
// REQUIRES: mpi
// RUN: %fresh && %mpiclocked %s -o a
// RUN: env POMP_TRACE=1 POMP_EXPERIMENT_DIR=two %mpirun -n 2 ./a > out2 && %head_waits two out2 exact
// RUN: env POMP_TRACE=1 POMP_EXPERIMENT_DIR=four %mpirun -n 4 ./a > out4 && %head_waits four out4 exact
// RUN: %check two 'experiment["mpi_wait"] is None' 'experiment["mpi_wait_at_most_ns"] > 0'
//
// The traces do not tell who waited for windows, for what makes communicators, for neighbours, and for a message that nobody
// receives: the head has a range.
// RUN: env POMP_TRACE=1 POMP_EXPERIMENT_DIR=range %mpirun -n 2 ./a unknown > out && %head_waits range out range
//
// Where traces lack something there is no such figure: what was not selected, the begin, or the trace of a rank.
// RUN: env POMP_TRACE=1 POMP_TRACE_SELECT="region(all):1" POMP_EXPERIMENT_DIR=part %mpirun -n 2 ./a > out && %head_waits part out none
// RUN: env POMP_TRACE=1 POMP_TRACE_MODE=ring POMP_TRACE_MEMORY=128k POMP_EXPERIMENT_DIR=ring %mpirun -n 2 ./a many > out && %head_waits ring out none
// RUN: rm two/rank-1/trace.pomp && %head_waits two out2 none
#include "clocked-barrier.h"
#include "mpi_clock.h"
#include <stdio.h>
#include <string.h>

REGION_AT(all_region, "region", "all", 1);
REGION(par, "parallel", 2);
REGION(bar, "barrier", 3);
enum { LATE = 100000000, TRANSFER = 20000000, RANKS = 4 };

static int rank, size, in[RANKS], out[RANKS];
/* In ns: how long this rank waited in calls of which traces tell it, was in the others, was in all that may wait, and how long its
 * threads waited for each other. */
static uint64_t known, unknown, in_calls, in_barriers;

/* These ranks come 100 ms after the others. */
static void one_late(int who) {
  clock_ranks_meet();
  clock_rank_works(who, LATE);
}
static void late(int odd) {
  clock_ranks_meet();
  for (int i = odd; i < size; i += 2)
    clock_rank_works(i, LATE);
}

/* --- until when each rank waits in the next call --- */

static uint64_t until[RANKS];

static void for_rank(int waits, int other) { until[waits] = clock_at[other]; }
static void all_for_last(void) {
  for (int i = 0; i < size; i++)
    until[i] = clock_last_rank();
}

static void call(uint64_t *tells) {
  uint64_t ends[RANKS], own = clock_at[rank];
  for (int i = 0; i < size; i++)
    ends[i] = clock_max(clock_at[i], until[i]) + TRANSFER;
  in_calls += ends[rank] - own;
  *tells += tells == &known ? ends[rank] - TRANSFER - own : ends[rank] - own;
  memset(until, 0, sizeof until);
  clock_ranks_call(ends);
}

/* --- calls --- */

static void collectives(void) {
  MPI_Request r;
  one_late(1);
  all_for_last();
  call(&known);
  MPI_Barrier(MPI_COMM_WORLD);
  one_late(0);
  for (int i = 0; i < size; i++)
    for_rank(i, 0);
  call(&known);
  MPI_Bcast(out, 1, MPI_INT, 0, MPI_COMM_WORLD);
  one_late(size - 1);
  for_rank(0, size - 1);
  call(&known);
  MPI_Gather(out, 1, MPI_INT, in, 1, MPI_INT, 0, MPI_COMM_WORLD);
  one_late(0);
  all_for_last();
  call(&known);
  MPI_Allreduce(out, in, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  one_late(1);
  all_for_last();
  MPI_Ialltoall(out, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD, &r);
  for (int i = 0; i < size; i++)
    clock_rank_works(i, LATE / 2); /* which is no waiting */
  call(&known);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
}

/* MPI_Waitall calls this, and so other functions of MPI are called inside of it. */
static int query(void *nothing, MPI_Status *status) {
  (void)nothing;
  status->MPI_SOURCE = status->MPI_TAG = MPI_UNDEFINED;
  MPI_Status_set_cancelled(status, 0);
  return MPI_Status_set_elements(status, MPI_INT, 0);
}
static int nothing_to_free(void *nothing) { return nothing == NULL ? MPI_SUCCESS : MPI_ERR_ARG; }
static int no_cancel(void *nothing, int complete) { return nothing == NULL && complete ? MPI_SUCCESS : MPI_ERR_ARG; }

/* Ranks of even number have a partner of odd number, which waits for them or they for it. */
static void one_of_pair(int odd) {
  for (int i = odd; i < size; i += 2)
    for_rank(i, odd ? i - 1 : i + 1);
  call(&known);
}

static void messages(void) {
  int odd = rank % 2, other = odd ? rank - 1 : rank + 1;
  MPI_Request r[2];
  late(1);
  one_of_pair(0);
  if (odd)
    MPI_Send(out, 1, MPI_INT, other, 1, MPI_COMM_WORLD);
  else
    MPI_Recv(in, 1, MPI_INT, other, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  late(1);
  one_of_pair(0);
  if (odd)
    MPI_Recv(in, 1, MPI_INT, other, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  else
    MPI_Ssend(out, 1, MPI_INT, other, 2, MPI_COMM_WORLD);
  if (odd) {
    MPI_Irecv(in, 1, MPI_INT, other, 3, MPI_COMM_WORLD, &r[0]);
    MPI_Grequest_start(query, nothing_to_free, no_cancel, NULL, &r[1]);
    MPI_Grequest_complete(r[1]);
  }
  late(0);
  one_of_pair(1);
  if (odd)
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  else
    MPI_Send(out, 1, MPI_INT, other, 3, MPI_COMM_WORLD);
}

static void in_team(void) {
  static struct clock_meeting meeting, end;
  clock_fork();
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
    if (omp_get_thread_num() == 0) {
      one_late(1);
      all_for_last();
      uint64_t begin = clock_now();
      call(&known);
      MPI_Barrier(MPI_COMM_WORLD);
      in_barriers += clock_now() - begin + (rank == 1 ? LATE : 0);
    }
    clocked_barrier(&bar, &meeting, 0);
    POMP_Parallel_end(&par);
    clock_meet(&end, 0);
  }
  POMP_Parallel_join(&par);
  one_late(0);
  all_for_last();
  POMP_Barrier_enter(&bar);
  call(&known);
  MPI_Barrier(MPI_COMM_WORLD);
  POMP_Barrier_exit(&bar);
}

/* Each of these takes as long as the other rank is late, and a transfer. */
static void calls_of_unknown(void) {
  int *memory;
  MPI_Win window;
  MPI_Comm copy, ring;
  MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, (int[]){1}, 0, &ring);
  one_late(1);
  all_for_last();
  call(&unknown);
  MPI_Win_fence(0, window);
  one_late(1);
  all_for_last();
  call(&unknown);
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  one_late(0);
  all_for_last();
  call(&unknown);
  MPI_Neighbor_allgather(out, 1, MPI_INT, in, 1, MPI_INT, ring);
  call(&unknown); /* a message that nobody receives; its sender's partner sends one, too */
  MPI_Send(out, 1, MPI_INT, 1 - rank, 4, MPI_COMM_WORLD);
  MPI_Comm_free(&copy);
  MPI_Comm_free(&ring);
  MPI_Win_free(&window);
}

int main(int argc, char **argv) {
  int provided;
  clock_start();
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  clock_ranks_are(rank, size);
  for (int i = 0; i < 100000 && argc > 1 && strcmp(argv[1], "many") == 0; i++) /* more than a ring has room for */
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  POMP_Begin(&all_region);
  collectives();
  messages();
  in_team();
  if (argc > 1 && strcmp(argv[1], "unknown") == 0)
    calls_of_unknown();
  clock_ranks_meet();
  POMP_End(&all_region);
  printf("%d %llu %llu %llu %llu\n", rank, (unsigned long long)known, (unsigned long long)unknown, (unsigned long long)in_calls,
         (unsigned long long)in_barriers);
  MPI_Finalize();
  return 0;
}
