/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sampled_threads.h - lists the threads that are sampled: measured threads, and other threads of the program as they
 * are found.
 * Not here: the signal and its handler (sampling.h).
 *
 * Functions are called under the slow lock, except where their comments say otherwise. */
#ifndef POMP_SAMPLED_THREADS_H
#define POMP_SAMPLED_THREADS_H

#include "records/samples.h"

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

/* Returns the sampler that was made last, of a thread or unused; `next` leads to the others. In any context. */
struct pomp_sampler *pomp_sampled_all(void);

/* Returns the sampler whose clock has sent a signal to the calling thread. NULL: none has. In the handler. */
struct pomp_sampler *pomp_sampled_sent(const siginfo_t *info);

/* Nothing has been measured up to now: what threads did that are not found yet needed no samples. In any context. */
void pomp_sampled_pause(void);

/* Samples a thread, unless it is sampled already. NULL: it can't be, and is counted. */
struct pomp_sampler *pomp_sampled_begin(pid_t thread);
/* The thread is not sampled any more. */
void pomp_sampled_end(struct pomp_sampler *s);

/* Finds the process's threads that are not sampled, and forgets those that have ended. */
void pomp_sampled_look(void);
/* Tells whether the process has as many threads as when it was looked last. In any context. */
bool pomp_sampled_are_as_many(void);

/* Tells whether the sampler is that of the calling thread, which has thread-local storage of its own. A thread that
 * was made by the system call alone may have that of another. In the handler. */
bool pomp_sampled_is_own(struct pomp_sampler *s);

#endif
