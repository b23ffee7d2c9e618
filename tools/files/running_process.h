/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* running_process.h - finds the experiment of a process by its number, and the process of an experiment: who has the
 * experiment's file in memory measures. Not here: experiments that are named (load.c). Nothing is attached to the
 * process, and it is not stopped. */
#ifndef FILES_RUNNING_PROCESS_H
#define FILES_RUNNING_PROCESS_H

#include "files/experiment.h"

#include <stdbool.h>
#include <stddef.h>

/* True if this can be a process's number. */
bool running_process_is_pid(const char *name);

/* Finds the path of the experiment's file. One whose name is gone is found by way of the process. False, with a
 * message, if the process has none, or it can't be seen. */
bool running_process_find(const char *pid, char *path, size_t size);

/* What is seen from here of the process that made an experiment. It may run, and not have the file in its memory, as
 * far as that can be looked at. */
enum sight { PROCESS_RUNS, PROCESS_WITHOUT_FILE, PROCESS_GONE, PROCESS_UNSEEN };

/* Looks for the process that made an experiment and has its file in memory, and puts down its number here. */
enum sight running_process_look(struct process *p);

/* True if the process runs, and has executed another program in the place of the one that was measured. */
bool running_process_has_executed(const struct process *p);

/* True if the process of this number here made the experiment. */
bool running_process_made(uint32_t pid, const struct process *p);

/* Returns the number here of a thread of the process, as its experiment has it. 0: there is none. */
uint32_t running_process_thread(uint32_t pid, const struct process *p, uint32_t thread);

/* Finds a path of the file that the process of an experiment has in memory. False, with a message, if there is no such
 * process here. */
bool running_process_path(const struct process *p, char *path, size_t size);

#endif
