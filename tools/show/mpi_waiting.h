/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mpi_waiting.h - the part of MPI in the waiting of a job and of each of its ranks: from traces, else the time in calls
 * that may wait.
 * Not here: which call waited for whom (mpi_waits.h), which calls may wait (common/pomp_mpi_waits.h). */
#ifndef SHOW_MPI_WAITING_H
#define SHOW_MPI_WAITING_H

#include "files/load.h"
#include "findings/mpi_waits.h"

#include <stdio.h>

/* Sets what the traces tell of all ranks' waiting in MPI, if they have the whole run of all ranks. If it can't
 * be done, the reason is printed, and nothing is set. If `whom` is set, `from` has been made from the traces, and the
 * analysis gets for whom each rank waited, too. The result is what else was found, for mpi_waiting_free; NULL: nothing.
 */
struct late *mpi_waiting_find(struct analysis *a, const struct loaded *from, bool whom);
void mpi_waiting_free(struct late *late);

/* Sets the sums of a job, and of its ranks, from what was found. */
void mpi_waiting_set(struct analysis *a, const struct late *l);

/* Prints how much of the threads' time was waiting, and how much of that was in MPI. */
void mpi_waiting_print(FILE *out, const struct analysis *a);

/* Writes which part of the threads' time the job waited in MPI, as its traces tell. */
void mpi_waiting_part(char *text, size_t size, const struct analysis *a);

/* Prints the seconds that a process waited in MPI into a cell of a table. */
void mpi_waiting_cell(char *text, size_t size, const struct process_totals *t);

#endif
