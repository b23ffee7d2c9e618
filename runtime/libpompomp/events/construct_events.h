/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* construct_events.h - the events of tasks' blocks, of a team's end, and of a fork that is not instrumented.
 * Not here: what OMPT tells of tasks and teams (task.h, team.h). */
#ifndef POMP_CONSTRUCT_EVENTS_H
#define POMP_CONSTRUCT_EVENTS_H

#include "pomp.h"

#include <stdbool.h>

struct pomp_thread;

/* The begin and the end of a task's block. They report no errors. */
void pomp_task_begin(struct ompregdescr *d);
void pomp_task_end(struct ompregdescr *d);

/* Ends a team (POMP_Parallel_end) whose implicit barrier is still to come, and is to be measured. */
void pomp_team_end(struct pomp_thread *t, struct ompregdescr *d);

/* Enters the region of a fork that no event of POMP has announced, of a team or of a league, at the address `code`. */
void pomp_fork_unannounced(bool league, const void *code);

#endif
