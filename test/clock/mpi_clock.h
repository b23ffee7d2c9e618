/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mpi_clock.h - the ranks of a job by the clock that the test sets.
 *
 * Each rank is a process, with a clock of its own. As every rank knows what all do, it computes the times of all: the
 * ranks need no message for it, and for how long one waits for another is a difference of two of these times. Between
 * calls, each rank calls the functions here, all of them in the same order. Not here: which kind of waiting an MPI
 * function has; the threads within a rank (test_clock.h). */
#ifndef MPI_CLOCK_H
#define MPI_CLOCK_H
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "test_clock.h"

#include <dlfcn.h>
#include <mpi.h>

enum { CLOCK_RANKS = 8 };
static int clock_rank = -1, clock_ranks; /* -1: MPI has not said yet which one this is */
static uint64_t clock_at[CLOCK_RANKS];   /* when each rank is where it is now */

/* Is after clock_start where MPI has been initialised, and may be where all ranks have come to the same time,
 * which no rank knows of the others. */
static inline void clock_ranks_are(int rank, int ranks) {
  clock_rank = rank;
  clock_ranks = ranks;
  for (int i = 0; i < ranks; i++)
    clock_at[i] = clock_now();
}

/* A rank works for so many ns. */
static inline void clock_rank_works(int rank, uint64_t ns) {
  clock_at[rank] += ns;
  if (rank == clock_rank)
    clock_set(clock_at[rank]);
}

static inline uint64_t clock_last_rank(void) {
  uint64_t last = 0;
  for (int i = 0; i < clock_ranks; i++)
    last = clock_max(last, clock_at[i]);
  return last;
}

/* All ranks go on at the time of the last one. Nothing is called for it. Clocks that are compared at MPI_Finalize agree
 * only if this comes before it. */
static inline void clock_ranks_meet(void) {
  uint64_t last = clock_last_rank();
  for (int i = 0; i < clock_ranks; i++)
    clock_at[i] = last;
  clock_set(last);
}

/* Is before each rank's next call of a function of MPI: it ends at ends[rank], and no earlier than it begins. A
 * rank that calls nothing just goes on then. */
static inline void clock_ranks_call(const uint64_t *ends) {
  clock_set(clock_at[clock_rank]);
  for (int i = 0; i < clock_ranks; i++)
    clock_at[i] = clock_max(clock_at[i], ends[i]);
  clock_own.until = &clock_at[clock_rank];
  clock_own.meets = true;
}

/* The wrapper of a function has noted when it begins before it calls this in place of MPI's own, and notes its end
 * afterwards: between them is the time that the call takes. These are the functions that may take some. */
#define CLOCK_MPI(function, parameters, ...)                                                                           \
  int P##function parameters {                                                                                         \
    static int(*mpi) parameters;                                                                                       \
    if (!mpi)                                                                                                          \
      *(void **)&mpi = dlsym(RTLD_NEXT, "P" #function);                                                                \
    int returned = mpi(__VA_ARGS__);                                                                                   \
    clock_met();                                                                                                       \
    return returned;                                                                                                   \
  }
#define CLOCK_OUT const void *out, int outs, MPI_Datatype type
#define CLOCK_IN void *in, int ins, MPI_Datatype in_type
CLOCK_MPI(MPI_Barrier, (MPI_Comm c), c)
CLOCK_MPI(MPI_Bcast, (CLOCK_IN, int root, MPI_Comm c), in, ins, in_type, root, c)
CLOCK_MPI(MPI_Gather, (CLOCK_OUT, CLOCK_IN, int root, MPI_Comm c), out, outs, type, in, ins, in_type, root, c)
CLOCK_MPI(MPI_Scatter, (CLOCK_OUT, CLOCK_IN, int root, MPI_Comm c), out, outs, type, in, ins, in_type, root, c)
CLOCK_MPI(MPI_Alltoall, (CLOCK_OUT, CLOCK_IN, MPI_Comm c), out, outs, type, in, ins, in_type, c)
CLOCK_MPI(MPI_Neighbor_allgather, (CLOCK_OUT, CLOCK_IN, MPI_Comm c), out, outs, type, in, ins, in_type, c)
#define CLOCK_REDUCE const void *out, void *in, int count, MPI_Datatype type, MPI_Op op
CLOCK_MPI(MPI_Reduce, (CLOCK_REDUCE, int root, MPI_Comm c), out, in, count, type, op, root, c)
CLOCK_MPI(MPI_Allreduce, (CLOCK_REDUCE, MPI_Comm c), out, in, count, type, op, c)
CLOCK_MPI(MPI_Reduce_scatter_block, (CLOCK_REDUCE, MPI_Comm c), out, in, count, type, op, c)
CLOCK_MPI(MPI_Scan, (CLOCK_REDUCE, MPI_Comm c), out, in, count, type, op, c)
CLOCK_MPI(MPI_Exscan, (CLOCK_REDUCE, MPI_Comm c), out, in, count, type, op, c)
CLOCK_MPI(MPI_Send, (CLOCK_OUT, int to, int tag, MPI_Comm c), out, outs, type, to, tag, c)
CLOCK_MPI(MPI_Isend, (CLOCK_OUT, int to, int tag, MPI_Comm c, MPI_Request *r), out, outs, type, to, tag, c, r)
CLOCK_MPI(MPI_Ssend, (CLOCK_OUT, int to, int tag, MPI_Comm c), out, outs, type, to, tag, c)
CLOCK_MPI(MPI_Recv, (CLOCK_IN, int from, int tag, MPI_Comm c, MPI_Status *s), in, ins, in_type, from, tag, c, s)
CLOCK_MPI(MPI_Sendrecv, (CLOCK_OUT, int to, int tag, CLOCK_IN, int from, int in_tag, MPI_Comm c, MPI_Status *s), out,
          outs, type, to, tag, in, ins, in_type, from, in_tag, c, s)
CLOCK_MPI(MPI_Wait, (MPI_Request * r, MPI_Status *s), r, s)
CLOCK_MPI(MPI_Waitall, (int n, MPI_Request *r, MPI_Status *s), n, r, s)
CLOCK_MPI(MPI_Waitany, (int n, MPI_Request *r, int *which, MPI_Status *s), n, r, which, s)
CLOCK_MPI(MPI_Waitsome, (int n, MPI_Request *r, int *done, int *which, MPI_Status *s), n, r, done, which, s)
CLOCK_MPI(MPI_Comm_dup, (MPI_Comm c, MPI_Comm *made), c, made)
CLOCK_MPI(MPI_Win_fence, (int flags, MPI_Win w), flags, w)

#endif
