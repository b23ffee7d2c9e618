/* task.h - tasks have call trees of their own, below the root of the location that executes them.
 * Not here: who resumes a task that moved to another thread (its end is then counted as ignored). */
#ifndef POMP_TASK_H
#define POMP_TASK_H

#include "profile.h"

/* Both may be called at any event of a task; neither reports errors. */
void pomp_task_begin(struct ompregdescr *d);
void pomp_task_end(struct ompregdescr *d);

/* An exit names a region that a suspended task or the code below it has open: the tasks above it have lost their ends.
 * Closes and counts them. The open node of `key`, or NULL if nothing that is suspended has it open. */
struct pomp_node *pomp_task_abandon(struct pomp_thread *t, uint32_t key, uint64_t now);

/* The location is left with tasks suspended: forgets them. */
void pomp_task_forget(struct pomp_thread *t);

#endif
