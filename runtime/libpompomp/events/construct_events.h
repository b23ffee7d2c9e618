/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* construct_events.h - the events of tasks' blocks and of a team's end.
 * Not here: what OMPT tells of tasks and teams (task.h, team.h). */
#ifndef POMP_CONSTRUCT_EVENTS_H
#define POMP_CONSTRUCT_EVENTS_H

#include "pomp.h"

struct pomp_thread;

/* The begin and the end of a task's block. They report no errors. */
void pomp_task_begin(struct ompregdescr *d);
void pomp_task_end(struct ompregdescr *d);

/* Ends a team (POMP_Parallel_end) whose implicit barrier is still to come, and is to be measured. */
void pomp_team_end(struct pomp_thread *t, struct ompregdescr *d);

#endif
