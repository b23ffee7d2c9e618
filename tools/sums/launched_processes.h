/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* launched_processes.h - several processes of this program that an MPI launcher (mpirun, srun) has started: the first
 * one reads and prints, and the others make parts for it. They form a binomial tree, in which each process passes on
 * the parts of the processes below it. Not here: which parts there are, and which process makes them (fold.c). */
#ifndef SUMS_LAUNCHED_PROCESSES_H
#define SUMS_LAUNCHED_PROCESSES_H

#include "sums/worker_processes.h"

/* --- for the program --- */

/* Finds out whether there are others. One that is not the first prints nothing from now on. */
void launched_processes_find(void);
/* True if this process is the first, or the only one. */
bool launched_processes_is_first(void);
/* True if stdout leads to the launcher, which passes it on. Open MPI gives processes a pseudo-terminal for that, which
 * no user sees. */
bool launched_processes_is_passed_on(void);
/* Waits until all processes have come, before any reads the experiment. False: the first process does all the work, and
 * has said why; this process has nothing to do. */
bool launched_processes_meet(void);
/* True if others make parts for this process. */
bool launched_processes_are_several(void);
/* Says of which whole the next parts are, by a number that is larger each time, and the same in all processes. */
void launched_processes_whole(uint32_t number);
/* True: until it is false, this process folds parts as if there were no others, who may see something else. */
void launched_processes_alone(bool alone);
/* Parts from the others. It is called when nothing more is to be folded, whatever has failed. */
void launched_processes_part(void);

/* --- for fold.c --- */

struct launched_processes {
  uint32_t rank, size;
};
struct launched_processes launched_processes_now(void);
/* Says how many parts are to come of the whole. */
void launched_processes_expect(uint32_t count);
/* Adds what this process has said for a part, if it is not the first. */
void launched_processes_add_said(struct made *made);
/* True if a part which that process makes comes by here. */
bool launched_processes_come_by(uint32_t owner);
/* Receives a part from a process below. False: it does not come, or was not made there. */
bool launched_processes_receive(uint32_t owner, uint32_t part, struct made *made);
/* Sends a part to the process above, which is ready for it. False: nobody wants any more. */
bool launched_processes_send(const struct made *made);

#endif
