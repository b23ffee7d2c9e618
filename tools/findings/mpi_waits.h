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

/* This is the waiting of a process, in ns: what was found, and between which bounds the true figure is. The clocks of
 * ranks agree up to an error, and of some calls the traces do not tell whether they waited. */
struct late_sum {
  uint64_t found, least, most;
};

struct late {
  struct late_row *rows;
  struct late_sum *processes; /* by index in the job */
  uint64_t messages, alone;   /* sends and receives that found each other; those that did not */
  uint64_t collectives, odd;  /* operations; those whose ranks do not agree on what it was */
  bool gaps;                  /* records are missing between others: what has another number of them is left out */
  bool ends;                  /* some have the end of the run alone (ring): all is counted from there backwards */
  double clock_error;         /* ns */
  bool uncompared;            /* ranks of different machines have not compared their clocks */
  /* These are those of the analysis (analysis.h), by the regions of the source's own; NULL unless they are asked for.
   */
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
