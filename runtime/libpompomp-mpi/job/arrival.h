/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* arrival.h - whether all members have come to MPI_Finalize, where one of them may have died: a launcher can be asked
 * to let the others go on. Nobody waits for a neighbour in the tree that he knows to be dead. Not here: what they do
 * then (job.c). */
#ifndef POMP_MPI_ARRIVAL_H
#define POMP_MPI_ARRIVAL_H

#include "job/rank_tree.h"

/* Neighbours in the tree exchange their process numbers. Collective. */
void pomp_arrival_begin(const struct pomp_tree *t);

/* Says that this process has come. True: all processes have come, and all get this answer. False: a process never will,
 * and no collective function may be called in this tree any more. Processes on other machines can't be seen to be dead,
 * and are waited for. */
bool pomp_arrive(const struct pomp_tree *t);

#endif
