/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* task.h - explicit tasks: each has a stack of open regions of its own. A thread suspends what it has open to execute
 * one. Not here: who says so (ompt.c, api.c), where a task's tree hangs (creation_site.c). */
#ifndef POMP_TASK_H
#define POMP_TASK_H

#include "pomp.h"
#include "state/thread.h"

/* Returns the record of a task that the calling thread creates now. NULL means that nothing is measured, or that there
 * is no memory. */
struct pomp_task *pomp_task_create(void);
/* True if a task that the thread creates now is one of a taskloop, or of a target construct. */
bool pomp_task_is_of_loop(const struct pomp_thread *t);

/* The calling thread suspends what it executes, and begins `task`, or resumes it if it was suspended before. NULL, as
 * pomp_task_create returned it, stands for a task of which nothing is known. */
void pomp_task_execute(struct pomp_task *task);
/* The calling thread resumes what it executed before `task`. `over` says that the task is complete, and its record is
 * gone; otherwise the task is suspended, and any thread may resume it. */
void pomp_task_leave(struct pomp_task *task, bool over);
/* True if the thread would resume `task` next; NULL stands for an implicit task. */
bool pomp_task_is_below(const struct pomp_task *task);

/* Makes the thread's visits here shorter by `time`, which tasks took in a team that was forked here. */
void pomp_task_leave_out(struct pomp_thread *t, uint64_t time);

/* These are for a program without OMPT, of whose tasks nothing is known but the events of their blocks. The first
 * suspends what is open, as a task is about to begin; false means that there is no memory. The last resumes it. */
bool pomp_task_execute_unknown(struct pomp_thread *t);
bool pomp_task_is_unknown(const struct pomp_thread *t); /* true if such a task executes */
void pomp_task_leave_unknown(struct pomp_thread *t, uint64_t now);

/* An exit names a region that a suspended task or the code below it has open: the tasks above it have lost their ends.
 * Closes and counts these. Returns the open call path of `key`, or NULL if nothing that is suspended has it open. */
struct pomp_path *pomp_task_abandon(struct pomp_thread *t, uint32_t key, uint64_t now);

/* The location is left: closes and counts all that is open in it, in tasks and below them. */
void pomp_task_unwind(struct pomp_thread *t, uint64_t now);

#endif
