/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mpi_late.h - for whom ranks have waited in MPI, what those were doing then, and how large messages are.
 * Not here: which call waited how long (mpi_waits.c), the findings that rest on it (tools/findings). */
#ifndef FINDINGS_MPI_LATE_H
#define FINDINGS_MPI_LATE_H

#include "findings/mpi_waits_read.h"

/* Sets late.waits, doings and sizes from visits whose waits have been found, with the regions of the analysis `a`. It
 * goes through the traces of the ranks that were late once more. False if there is no memory. */
bool late_whom(struct late *l, const struct traced_run *s, const struct late_records *r, const struct analysis *a);

#endif
