/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* arrival.h - whether all members have come to MPI_Finalize, where one of them may have died: a launcher can be asked
 * to let the others go on. Nobody waits for a neighbour in the tree that he knows to be dead. Not here: what they do
 * then (job.c). */
#ifndef POMP_MPI_ARRIVAL_H
#define POMP_MPI_ARRIVAL_H

#include "job/rank_tree.h"

/* The tree's neighbours tell each other which processes they are. Collective. */
void pomp_arrival_begin(const struct pomp_tree *t);

/* The process has come. True: all have, and all get this answer. False: somebody never will, and there must be no more
 * collective function in this tree. Processes on other machines are not known to be dead, and waited for. */
bool pomp_arrive(const struct pomp_tree *t);

#endif
