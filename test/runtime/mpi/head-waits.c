// From traces the head has MPI's waiting as it was: that of each rank, as the program knows it from stamps of its own. The profile
// alone has the time in the calls, which is more, as the program works in one of them. Waiting in MPI counts once, whether a team
// waits for it meanwhile, or a construct whose own time is waiting has the call inside.
// REQUIRES: mpi
// RUN: %fresh && %mpicc -fopenmp %s -o a %mpilib
// RUN: env POMP_TRACE=1 POMP_EXPERIMENT_DIR=two %mpirun -n 2 ./a > out2 && %head_waits two out2 exact
// RUN: env POMP_TRACE=1 POMP_EXPERIMENT_DIR=four %mpirun -n 4 ./a > out4 && %head_waits four out4 exact
// RUN: %pomp_report --from-trace --json two > json && %python %inputs/json-doc.py json %root/docs/report-json.md
// RUN: %check two 'experiment["mpi_wait"] is None' 'experiment["mpi_wait_at_most_ns"] > 0'
//
// The traces do not tell who waited for windows, for what makes communicators, for neighbours, and for a message that nobody
// receives: the head has a range.
// RUN: env POMP_TRACE=1 POMP_EXPERIMENT_DIR=range %mpirun -n 2 ./a unknown > out && %head_waits range out range
//
// Where traces lack something there is no such figure: what was not selected, the begin, or the trace of a rank.
// RUN: env POMP_TRACE=1 POMP_TRACE_SELECT="region(all):1" POMP_EXPERIMENT_DIR=part %mpirun -n 2 ./a > out && %head_waits part out none
// RUN: env POMP_TRACE=1 POMP_TRACE_MODE=ring POMP_TRACE_MEMORY=512k POMP_EXPERIMENT_DIR=ring %mpirun -n 2 ./a many > out && %head_waits ring out none
// RUN: rm two/rank-1/trace.pomp && %head_waits two out2 none
#define _GNU_SOURCE
#include "regions.h"
#include <dlfcn.h>
#include <mpi.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

REGION_AT(all_region, "region", "all", 1);
REGION(par, "parallel", 2);
REGION(bar, "barrier", 3);
enum { LATE = 100000000, WORK = 20000000, CALLS = 16, RANKS = 4 };

static int rank, size, in[RANKS], out[RANKS];
static int calls;
/* A moment that is known from stamps of both sides of it. */
struct moment {
  long long after, before;
};
static struct moment begun[CALLS], waits[CALLS]; /* when the call began, and the one in which it is over */
static long long inside, left, ended;            /* when the last of MPI's functions was reached, left again, and the call ended */
static long long worked;
static struct moment known, total, in_barriers;

static long long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000ll + t.tv_nsec;
}

/* The wrapper has entered the region of a function before it calls this in place of MPI's own. So the region began between a stamp
 * before the call and this one, also where others have the core in between. */
#define REACHED(function, parameters, ...)                                                                             \
  int P##function parameters {                                                                                         \
    static int (*next) parameters;                                                                                     \
    if (!next)                                                                                                         \
      *(void **)&next = dlsym(RTLD_NEXT, "P" #function);                                                               \
    inside = now();                                                                                                    \
    int returned = next(__VA_ARGS__);                                                                                  \
    left = now();                                                                                                      \
    return returned;                                                                                                   \
  }
REACHED(MPI_Barrier, (MPI_Comm c), c)
REACHED(MPI_Bcast, (void *b, int n, MPI_Datatype t, int root, MPI_Comm c), b, n, t, root, c)
REACHED(MPI_Gather, (const void *s, int n, MPI_Datatype t, void *r, int m, MPI_Datatype u, int root, MPI_Comm c), s, n, t, r, m, u, root, c)
REACHED(MPI_Allreduce, (const void *s, void *r, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c), s, r, n, t, op, c)
REACHED(MPI_Ialltoall, (const void *s, int n, MPI_Datatype t, void *r, int m, MPI_Datatype u, MPI_Comm c, MPI_Request *q), s, n, t, r, m, u, c, q)
REACHED(MPI_Wait, (MPI_Request * r, MPI_Status *s), r, s)
REACHED(MPI_Waitall, (int n, MPI_Request *r, MPI_Status *s), n, r, s)
REACHED(MPI_Send, (const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c), b, n, t, to, tag, c)
REACHED(MPI_Ssend, (const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c), b, n, t, to, tag, c)
REACHED(MPI_Recv, (void *b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Status *s), b, n, t, from, tag, c, s)
REACHED(MPI_Win_fence, (int flags, MPI_Win w), flags, w)
REACHED(MPI_Comm_dup, (MPI_Comm c, MPI_Comm *d), c, d)
REACHED(MPI_Neighbor_allgather, (const void *s, int n, MPI_Datatype t, void *r, int m, MPI_Datatype u, MPI_Comm c), s, n, t, r, m, u, c)

/* Who is late comes 100 ms after the others. */
static void late(int is_late) {
  PMPI_Barrier(MPI_COMM_WORLD);
  nanosleep(&(struct timespec){.tv_nsec = is_late ? LATE : 0}, NULL);
}
#define CALL(call)                                                                                                     \
  (begun[calls].after = now(), (void)(call), ended = now(),                                                            \
   waits[calls] = begun[calls] = (struct moment){begun[calls].after, inside})

/* --- who waited how long, when a call is over --- */

static void add_up(struct moment *sum, long long least, long long most) {
  sum->after += least > 0 ? least : 0;
  sum->before += most > 0 ? most : 0;
}
static void waited(struct moment until, int is_waiting) {
  if (is_waiting)
    add_up(&total, until.after - waits[calls].before, until.before - waits[calls].after);
  calls++;
}
static void gather(struct moment all[RANKS]) {
  PMPI_Allgather(&begun[calls], 2, MPI_LONG_LONG, all, 2, MPI_LONG_LONG, MPI_COMM_WORLD);
}
static void for_rank(int other, int is_waiting) {
  struct moment all[RANKS];
  gather(all);
  waited(all[other], is_waiting);
}
/* A send that MPI buffers need not have waited, but it counts as waiting if the receive begins before it is over. */
static void for_receiver(int other) {
  struct moment all[RANKS];
  gather(all);
  add_up(&total, 0, (all[other].before < ended ? all[other].before : ended) - begun[calls].after);
  calls++;
}
static void for_last(int is_waiting) {
  struct moment all[RANKS], last = {0, 0};
  gather(all);
  for (int i = 0; i < size; i++) {
    last.after = all[i].after > last.after ? all[i].after : last.after;
    last.before = all[i].before > last.before ? all[i].before : last.before;
  }
  waited(last, is_waiting);
}

/* --- calls --- */

static void add(void *a, void *b, int *length, MPI_Datatype *type) {
  (void)type;
  long long begin = now();
  for (int i = 0; i < *length; i++)
    ((int *)b)[i] += ((int *)a)[i];
  while (now() < begin + WORK)
    ;
  worked += now() - begin;
}

static void collectives(void) {
  MPI_Op op;
  MPI_Request r;
  late(rank == 1);
  CALL(MPI_Barrier(MPI_COMM_WORLD));
  for_last(1);
  late(rank == 0);
  CALL(MPI_Bcast(out, 1, MPI_INT, 0, MPI_COMM_WORLD));
  for_rank(0, rank != 0);
  late(rank == size - 1);
  CALL(MPI_Gather(out, 1, MPI_INT, in, 1, MPI_INT, 0, MPI_COMM_WORLD));
  for_last(rank == 0);
  MPI_Op_create(add, 1, &op);
  late(rank == 0);
  CALL(MPI_Allreduce(out, in, 1, MPI_INT, op, MPI_COMM_WORLD));
  for_last(1);
  MPI_Op_free(&op);
  late(rank == 1);
  CALL(MPI_Ialltoall(out, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD, &r));
  struct moment began = begun[calls];
  CALL(MPI_Wait(&r, MPI_STATUS_IGNORE));
  begun[calls] = began;
  for_last(1);
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

/* Ranks of even number have a partner of odd number. */
static void messages(void) {
  int odd = rank % 2, other = odd ? rank - 1 : rank + 1;
  MPI_Request r[2];
  late(odd);
  if (odd)
    CALL(MPI_Send(out, 1, MPI_INT, other, 1, MPI_COMM_WORLD));
  else
    CALL(MPI_Recv(in, 1, MPI_INT, other, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  if (odd)
    for_receiver(other);
  else
    for_rank(other, 1);
  late(odd);
  if (odd)
    CALL(MPI_Recv(in, 1, MPI_INT, other, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  else
    CALL(MPI_Ssend(out, 1, MPI_INT, other, 2, MPI_COMM_WORLD));
  for_rank(other, 1); /* the receiver is late, and if others keep the machine busy, the sender may be later */
  if (odd) {
    MPI_Irecv(in, 1, MPI_INT, other, 3, MPI_COMM_WORLD, &r[0]);
    MPI_Grequest_start(query, nothing_to_free, no_cancel, NULL, &r[1]);
    MPI_Grequest_complete(r[1]);
  }
  late(!odd);
  if (odd)
    CALL(MPI_Waitall(2, r, MPI_STATUSES_IGNORE));
  else
    CALL(MPI_Send(out, 1, MPI_INT, other, 3, MPI_COMM_WORLD));
  for_rank(other, odd);
}

static void team_barrier(void) {
  long long before = now(), entered, leaves;
  POMP_Barrier_enter(&bar);
  entered = now();
#pragma omp barrier
  leaves = now();
  POMP_Barrier_exit(&bar);
#pragma omp critical
  add_up(&in_barriers, leaves - entered, now() - before);
}

static void in_team(void) {
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
    if (omp_get_thread_num() == 0) {
      late(rank == 1);
      CALL(MPI_Barrier(MPI_COMM_WORLD));
    }
    team_barrier();
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  for_last(1);
  late(rank == 0);
  long long before = now();
  POMP_Barrier_enter(&bar);
  CALL(MPI_Barrier(MPI_COMM_WORLD));
  POMP_Barrier_exit(&bar);
  add_up(&in_barriers, 0, inside - before + now() - left);
  for_last(1);
}

/* Each of these takes as long as the other rank is late. */
static void unknown(void) {
  int *memory;
  MPI_Win window;
  MPI_Comm copy, ring;
  MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, (int[]){1}, 0, &ring);
  late(rank == 1);
  CALL(MPI_Win_fence(0, window));
  for_last(1);
  late(rank == 1);
  CALL(MPI_Comm_dup(MPI_COMM_WORLD, &copy));
  for_last(1);
  late(rank == 0);
  CALL(MPI_Neighbor_allgather(out, 1, MPI_INT, in, 1, MPI_INT, ring));
  for_last(1);
  if (rank == 0)
    MPI_Send(out, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
  MPI_Comm_free(&copy);
  MPI_Comm_free(&ring);
  MPI_Win_free(&window);
}

int main(int argc, char **argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < 400000 && argc > 1 && strcmp(argv[1], "many") == 0; i++) /* more than a ring has room for */
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  POMP_Begin(&all_region);
  collectives();
  messages();
  in_team();
  known = total;
  if (argc > 1 && strcmp(argv[1], "unknown") == 0)
    unknown();
  POMP_End(&all_region);
  printf("%d %lld %lld %lld %lld %lld %lld %lld\n", rank, known.after, known.before, total.after, total.before, in_barriers.after,
         in_barriers.before, worked);
  MPI_Finalize();
  return 0;
}
