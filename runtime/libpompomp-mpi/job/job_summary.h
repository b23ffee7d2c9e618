/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* job_summary.h - the table at the end of a job: what all ranks' regions add up to.
 * Not here: how it looks (libpompomp's summary_table.c). */
#ifndef POMP_MPI_JOB_SUMMARY_H
#define POMP_MPI_JOB_SUMMARY_H

#include "job/merge.h"
#include "life/measurement.h"

/* Adds up the tables of all ranks that have an experiment, up the tree, and prints the sum on rank 0; `own` is NULL if
 * this rank has none. Collective. */
void pomp_sums_print(const struct pomp_tree *t, const struct pomp_merge *m, const struct pomp_snapshot *own);

#endif
