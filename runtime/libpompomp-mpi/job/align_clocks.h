/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* align_clocks.h - measures how the clocks of all ranks differ from that of rank 0.
 * Not here: the arithmetic (clock_offset.c), what is made of it (tools/show). */
#ifndef POMP_MPI_ALIGN_CLOCKS_H
#define POMP_MPI_ALIGN_CLOCKS_H

#include "job/rank_tree.h"
#include "pomp_format.h"

/* Compares this rank's CLOCK_MONOTONIC with that of rank 0. It is collective, and takes a few dozen short messages for
 * each level of the tree. */
struct pomp_alignment pomp_align(const struct pomp_tree *t);

#endif
