/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* thread_time.h - how long each thread of the system was on a processor, and ready without one, while it was measured.
 * Not here: CPU time in single teams (team_cpu.h), how the system is asked (processors.h).
 *
 * The system is asked rarely: when a thread is first seen, when it ends, when the measurement ends, and when the clock
 * is calibrated anew, so that the file of a program that was killed has figures, too. */
#ifndef POMP_THREAD_TIME_H
#define POMP_THREAD_TIME_H

#include "base/kernel_use.h"
#include "state/thread.h"

#include <stdint.h>

/* These are the figures of a process when its measurement ends. */
struct pomp_thread_times {
  double lived;   /* in seconds */
  uint64_t ready; /* in ns */
  uint32_t cpus;  /* as in struct pomp_header */
  uint64_t switches;
  bool ready_known;
};

/* The library is loaded: the program's first thread lives from now on. */
void pomp_thread_time_load(void);

/* Counts the first thread for its location, which is `home`, from the load on. Under the slow lock, as all functions
 * down to the next remark. */
void pomp_thread_time_first(struct pomp_thread *home);
/* The calling thread has begun the measurement, for which the kernel did so much: that is left out, if the thread is
 * the first one. Others count from later on. */
void pomp_thread_time_started(const struct pomp_kernel_use *took);
/* Counts the calling thread for `home` from now on, unless it is the first one. */
void pomp_thread_time_begin(struct pomp_thread *home);
/* The calling thread ends. */
void pomp_thread_time_end(void);
/* Brings the file up to date for all threads. */
void pomp_thread_time_note(void);

/* Adds up all locations, which `next_all` leads to from the first, after the measurement has ended. */
void pomp_thread_time_sums(struct pomp_thread_times *sums, const struct pomp_thread *locations);

#endif
