/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mpi_waits_read.h - the messages and collective operations in the traces of a job's ranks, in memory.
 * Not here: what follows from them (mpi_waits.c). */
#ifndef FINDINGS_MPI_WAITS_READ_H
#define FINDINGS_MPI_WAITS_READ_H

#include "findings/mpi_waits.h"

#define NO_VISIT UINT32_MAX

/* This is a call of an MPI function that has any record. Times are in ns. If it waited for several others, the longest
 * wait counts. */
struct visit {
  uint64_t enter, leave;
  uint64_t inside;                  /* the time in regions that it has called, which is not its own */
  uint64_t wait, least, most;       /* the wait that was found, and its bounds */
  uint32_t path, process, location; /* of the experiment */
  uint32_t by;                      /* the visit of another rank that it waited for, or NO_VISIT */
  enum late_kind kind;
  bool blocking;  /* true of a collective operation that blocks */
  bool uncertain; /* it may have waited for what is not known */
};

/* This is one side of a message: the visit where it began, and that where it was over, or NO_VISIT. */
struct half {
  uint32_t communicator, from, to, tag; /* ranks in MPI_COMM_WORLD */
  uint32_t begin, end;
  uint64_t request, bytes;
};

/* This is one rank's part in a collective operation, the `number`th of the communicator: the visit where it began, and
 * that where it was over, or NO_VISIT. */
#define PART_MEETS UINT32_MAX /* no data: MPI_Finalize, or a communicator is made or freed */
struct part {
  uint32_t communicator, kind, process, rank, root; /* enum pomp_mpi_kind; rank in the communicator; root + 1 */
  uint32_t begin, end;
  uint64_t number, request;
};

/* This is the visit where a non-blocking operation of the process begins (receives), is over (sends and collective
 * operations) or is cancelled (sends and receives). */
struct request {
  uint64_t id;
  uint32_t visit;
};

#define LATE_ARRAY(type, name)                                                                                         \
  struct {                                                                                                             \
    struct type *at;                                                                                                   \
    uint32_t count, room;                                                                                              \
  } name
struct late_records {
  LATE_ARRAY(visit, visits);
  LATE_ARRAY(half, sends);
  LATE_ARRAY(half, receives);
  LATE_ARRAY(part, parts);
  LATE_ARRAY(request, posted);
  LATE_ARRAY(request, done);
  LATE_ARRAY(request, over);
  LATE_ARRAY(request, cancelled);
  uint64_t *unknown; /* by process: the time in calls that may wait, and of which the trace tells nothing */
  bool meets;        /* parts of the kind PART_MEETS are kept, too */
};

/* Returns the time of the call itself, which no wait can exceed. */
static inline uint64_t visit_own_time(const struct visit *v) {
  const uint64_t all = v->leave > v->enter ? v->leave - v->enter : 0;
  return all > v->inside ? all - v->inside : 0;
}

/* Reads all traces of the job. If `ends` is set, only the end is taken, from which on a rank's trace is complete;
 * then the parts are numbered from the last one on. False if there is no memory. */
bool late_read(struct late_records *r, const struct traced_run *s, bool ends);
void late_records_free(struct late_records *r);

/* Reads them, and finds the wait of each visit; `meets` says whether also where the ranks only meet. This is
 * mpi_waits.c. False if it can't be done; the reason has been printed. Either way late_records_free is to be called. */
bool late_visits(struct late *l, const struct traced_run *s, struct late_records *r, bool meets);

#endif
