/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* task.h - explicit tasks: each has a stack of open regions of its own, which a thread takes up and puts down.
 * Not here: who says so (ompt.c, api.c), where a task's tree hangs (creation_site.c). */
#ifndef POMP_TASK_H
#define POMP_TASK_H

#include "pomp.h"
#include "state/thread.h"

/* The record of a task that the calling thread creates now, or NULL: nothing is measured, or there is no memory. */
struct pomp_task *pomp_task_create(void);

/* The calling thread leaves what it executes and takes up `task`: begins it, or resumes it if it was put down before.
 * NULL as pomp_task_create gave it: a task of which nothing is known. */
void pomp_task_take_up(struct pomp_task *task);
/* The calling thread goes back to what it executed before. `over`: the task that it executes is complete, and its
 * record is gone; otherwise it will be taken up again, on whatever thread. `task`: its record, as it was given to
 * take_up. */
void pomp_task_put_down(struct pomp_task *task, bool over);
/* What the thread would go back to is `task` (NULL: an implicit task). */
bool pomp_task_is_below(const struct pomp_task *task);

/* Tasks took so much time in a team that was forked here: the thread's visits here are that much shorter. */
void pomp_task_leave_out(struct pomp_thread *t, uint64_t time);

/* Where nobody tells of tasks: suspends what is open, as a task is about to begin of which nothing is known; and
 * resumes it. False: there is no memory. */
bool pomp_task_take_up_unknown(struct pomp_thread *t);
bool pomp_task_is_unknown(const struct pomp_thread *t); /* such a task executes */
void pomp_task_put_down_unknown(struct pomp_thread *t, uint64_t now);

/* Ends the visit of a task's block, parts of which, `before` ticks in all, were elsewhere. */
void pomp_task_end_after(struct pomp_thread *t, struct pomp_path *p, uint64_t now, uint64_t before);

/* An exit names a region that a suspended task or the code below it has open: the tasks above it have lost their ends.
 * Closes and counts them. The open call path of `key`, or NULL if nothing that is suspended has it open. */
struct pomp_path *pomp_task_abandon(struct pomp_thread *t, uint32_t key, uint64_t now);

/* The location is left: closes and counts all that is open in it, in tasks and below them. */
void pomp_task_unwind(struct pomp_thread *t, uint64_t now);

#endif
