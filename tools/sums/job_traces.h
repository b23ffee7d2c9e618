/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* job_traces.h - the traces of a job's ranks as one: their locations, times and communicators in common.
 * Not here: a single trace (traced_run.h), any format. */
#ifndef SUMS_JOB_TRACES_H
#define SUMS_JOB_TRACES_H

#include "base/parallel.h"
#include "files/rank_reader.h"
#include "sums/rank_tables.h"
#include "sums/ranks_seen.h"
#include "sums/traced_run.h"

/* This is a member of a communicator. `process` is the index of its process; a process whose trace is not there is
 * no member. */
struct member {
  uint32_t process, rank;
};

/* An intercommunicator has two sides, in the order of their hashes; any other communicator has one. The first
 * communicator is MPI_COMM_WORLD. */
struct communicator {
  uint32_t number; /* its number among communicators of the same ranks */
  bool inter, alone;
  struct side {
    uint64_t hash;
    struct member *members; /* by rank */
    uint32_t count, room;
  } sides[2];
};

/* A process's own number of a communicator. */
struct called {
  uint64_t id;
  uint32_t communicator, side; /* which side is the process's own */
};

struct job_traces {
  struct traced_run *ranks; /* by process */
  uint32_t count;
  struct communicator *communicators;
  uint32_t communicator_count, room;
  struct called **called; /* by process; ascending ids */
  uint32_t *called_count;
  struct numbers keys;
  struct rank_keys *known; /* by process */
  /* These are of one that is read rank by rank. */
  bool by_rank;
  struct path_list *path_list; /* of the analysis */
  pthread_mutex_t opening;     /* of one trace after the other */
};

/* Opens the traces of all ranks in the directory of `s`, which were seen, and makes `s` the source
 * of all of them. Its times are ns since the first of the ranks began, by rank 0's clock. If it is to be read rank by
 * rank, the analysis is made here; else it is there. False if it can't be done; the reason has been printed. */
bool job_traces_open(struct traced_run *s, const struct ranks_seen *seen, const struct rank_reader *reader,
                     bool by_rank);
void job_traces_close(struct traced_run *s);

/* Returns the communicator that a process calls so, or NULL if it is not explained. */
const struct called *job_traces_called(const struct job_traces *j, uint32_t process, uint64_t id);
/* Returns where in a side the rank of MPI_COMM_WORLD is, or UINT32_MAX if it is not in it. */
uint32_t job_traces_member(const struct traced_run *s, const struct side *side, uint64_t rank);
/* Returns the same for a rank of the communicator. Where and rank are the same unless traces are missing. */
uint32_t job_traces_root(const struct side *side, uint32_t rank);

#endif
