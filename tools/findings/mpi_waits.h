/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mpi_waits.h - who waited for whom in MPI: late senders and receivers, and the waiting inside of collective
 * operations, from the traces of a job's ranks. docs/mpi.md defines each kind. Not here: the records (tools/files), the
 * ranks' common clock and communicators (tools/sums/job_traces.h), the table (mpi_waits_table.c).
 */
#ifndef FINDINGS_MPI_WAITS_H
#define FINDINGS_MPI_WAITS_H

#include "sums/job_traces.h"

#include <stdio.h>

enum late_kind { LATE_SENDER, LATE_RECEIVER, LATE_BARRIER, LATE_ALL, LATE_ROOT, EARLY_ROOT, LATE_KINDS };

/* This is the waiting of a call path, by its number in the analysis, in ns. `visits` is how many visits have waited. */
struct late_row {
  uint64_t wait[LATE_KINDS];
  uint64_t visits;
};

/* This is the waiting of a process, in ns: the waiting found, and the bounds of the true figure. The clocks of ranks
 * agree up to an error, and for some calls the traces do not tell whether they waited. */
struct late_sum {
  uint64_t found, least, most;
};

struct late {
  struct late_row *rows;
  struct late_sum *processes; /* by index in the job */
  uint64_t messages, alone;   /* matched sends and receives; sends or receives without a partner */
  uint64_t collectives, odd;  /* operations; operations about which the ranks' records disagree */
  bool gaps;                  /* the traces have gaps: operations with too few records are left out */
  bool ends;          /* some traces have only the end of the run (ring): operations are counted backwards from there */
  double clock_error; /* ns */
  bool uncompared;    /* ranks of different machines have not compared their clocks */
  /* As the members of the analysis with these names (analysis.h), by the source's regions; NULL unless asked for. */
  struct mpi_wait *waits;
  struct mpi_doing *doings;
  struct mpi_size *sizes;
  uint32_t wait_count, doing_count, size_count;
};

/* True if the traces have the whole run of all ranks, so that the sums of processes are all of their waiting. */
bool late_is_whole(const struct late *l, const struct traced_run *s, const struct trace_lacks *lacks);

/* Finds who waited for whom. If `for_whom` is not NULL, it is another analysis of the same ranks, and `waits` and the
 * like are found with its regions. False if it can't be done; the reason has been printed. Either way late_free is to
 * be called. */
bool late_find(struct late *l, const struct traced_run *s, const struct analysis *for_whom);
void late_free(struct late *l);

#endif
