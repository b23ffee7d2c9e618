/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rank_end.h - a rank writes its part of the job's file again when its process ends, with what came after MPI_Finalize.
 * Not here: how it is written first, by all ranks together (merge.c). */
#ifndef POMP_MPI_RANK_END_H
#define POMP_MPI_RANK_END_H

#include "job/merge.h"
#include "life/measurement.h"

/* Takes over what the end needs of the rank's file as it is in the job's, in `directory`: `f`, `own`, its numbers, and
 * `sums`, what its call paths have in all, are empty afterwards. Returns what is to be called when the process ends. */
pomp_rank_ends *pomp_rank_end_prepare(struct pomp_rank_file *f, struct pomp_renumbering *own,
                                      struct pomp_rank_sums *sums, const struct pomp_place *at, const char *directory,
                                      const struct pomp_rank_identity *who);

#endif
