/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* thread_states.h - what the kernel does with the threads of a program that runs: they have a processor, wait for one,
 * or sleep. Not here: what the threads do in the program (threads_now.c). */
#ifndef SUMS_THREAD_STATES_H
#define SUMS_THREAD_STATES_H

#include "sums/analysis.h"

/* Fills in `kernel` of the threads in analysis.now, and groups them anew, which takes some 10 ms if a process runs on
 * this machine. False: no memory. */
bool thread_states_find(struct analysis *a);

/* Returns the state's name; NULL: it is not known. */
const char *thread_state_name(enum thread_state state);

#endif
