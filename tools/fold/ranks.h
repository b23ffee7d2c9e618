/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ranks.h - several processes of this program that an MPI launcher (mpirun, srun) has started: the first one reads and
 * prints, and the others make parts for it. They form a binomial tree, in which each passes on what those below it have
 * made. Not here: which parts there are, and who makes them (fold.c). */
#ifndef FOLD_RANKS_H
#define FOLD_RANKS_H

#include "makers.h"

/* --- for the program --- */

/* Finds out whether there are others. One that is not the first prints nothing from now on. */
void ranks_find(void);
/* True if this process is the first, or the only one. */
bool ranks_is_first(void);
/* Meets the others, if there are any, before what they all read is read. False: the first one does it all, and has said
 * why, and this one has nothing to do. */
bool ranks_meet(void);
/* Parts from the others. It is called when nothing more is to be folded, whatever has failed. */
void ranks_part(void);

/* --- for fold.c --- */

struct ranks {
  uint32_t rank, size;
};
struct ranks ranks_now(void);
/* Says that the parts of another whole are to come; each process counts them. */
void ranks_next_whole(uint32_t count);
/* Adds what this process has said for a part, if it is not the first. */
void ranks_add_said(struct made *made);
/* True if a part which that process makes comes by here. */
bool ranks_come_by(uint32_t owner);
/* Receives a part from a process below. False: it does not come, or was not made there. */
bool ranks_receive(uint32_t owner, uint32_t part, struct made *made);
/* Sends a part to the process above, which is ready for it. False: nobody wants any more. */
bool ranks_send(const struct made *made);

#endif
