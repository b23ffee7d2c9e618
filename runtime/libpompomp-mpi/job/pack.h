/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pack.h - POMP_ARCHIVE=1: the ranks pack what there is of their traces when MPI ends, all at once, and write it by
 * MPI-IO. Not here: the archive, which pomp-archive makes when the last rank has ended. */
#ifndef POMP_MPI_PACK_H
#define POMP_MPI_PACK_H

#include "job/rank_tree.h"

/* Packs the trace of the rank with this number in MPI_COMM_WORLD, in the job's directory, into the file
 * POMP_ARCHIVE_PACKED there. The measurement goes on, so the traces are not complete: pomp-archive later takes the
 * packed blocks that still equal the final traces, and packs the rest itself. So a failure here does no harm.
 * Collective. */
void pomp_pack(const struct pomp_tree *t, const char *directory, int rank);

#endif
