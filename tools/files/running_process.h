/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* running_process.h - finds the experiment of a process by its number: the file that it has in memory as long as it
 * measures. Not here: experiments that are named (load.c). Nothing is attached to the process, and it is not stopped.
 */
#ifndef FILES_RUNNING_PROCESS_H
#define FILES_RUNNING_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

/* True if this can be a process's number. */
bool running_process_is_pid(const char *name);

/* Finds the path of the experiment's file. One whose name is gone is found by way of the process. False, with a
 * message, if the process has none, or it can't be seen. */
bool running_process_find(const char *pid, char *path, size_t size);

#endif
