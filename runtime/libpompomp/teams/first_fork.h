/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* first_fork.h - the moment at which the process first forks a team: what is before it is serial initialisation.
 * Not here: forks (team.h). */
#ifndef POMP_FIRST_FORK_H
#define POMP_FIRST_FORK_H

#include "state/thread.h"

#include <stdbool.h>

extern uint64_t pomp_first_fork_tick; /* when it was; 0: no team was forked yet */

/* Notes how much time the call paths of the thread have that forks the first team at `now`. */
void pomp_first_fork(struct pomp_thread *t, uint64_t now);

#endif
