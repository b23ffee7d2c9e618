/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sample_clock.h - what sends a thread a signal whenever it has used so much CPU time, or so much time has passed.
 * Not here: the signal's handler (sampling.c). */
#ifndef POMP_SAMPLE_CLOCK_H
#define POMP_SAMPLE_CLOCK_H

#include "pomp_format.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

/* It is the source of one thread's signals. */
struct pomp_sample_clock {
  pid_t thread;
  int fd;         /* of the event; -1: there is none */
  uint64_t event; /* the number by which the kernel knows the event */
  uint64_t begun; /* the thread's CPU time then */
  int timer;      /* as the kernel has it */
  bool has_timer;
};

/* Chooses what the sources of all threads are: the kernel's events (perf_event_open) if they may be had, and the signal
 * is none of the real-time ones; else timers. */
enum pomp_sample_clock_kind { POMP_SAMPLE_CLOCK_TIMERS, POMP_SAMPLE_CLOCK_EVENTS };
enum pomp_sample_clock_kind pomp_sample_clock_choose(uint64_t period, bool wall, int signal);

/* What has no event has no other source either, from now on. */
void pomp_sample_clock_has_events_alone(void);

/* From now on a source that begins sends a signal every `period` ns; 0: none, until its pace is set. */
void pomp_sample_clock_choose_pace(uint64_t period);
/* Sets the pace of one that has begun to what was chosen. */
void pomp_sample_clock_pace(struct pomp_sample_clock *s);

/* Lets the kernel send signals to a thread of this process, with the pointer `mark` if it is by a timer. 0 or a
 * negative errno. */
int pomp_sample_clock_begin(struct pomp_sample_clock *s, pid_t thread, void *mark);
/* Has the event counted for less than the thread has run, as the program has switched it off, or closed it? `sampled`
 * is the thread's CPU time at its last signal. */
bool pomp_sample_clock_stood_still(const struct pomp_sample_clock *s, uint64_t sampled);
void pomp_sample_clock_end(struct pomp_sample_clock *s);
/* The same in a forked child, which has a copy of the descriptor and no timer: its parent goes on. */
void pomp_sample_clock_forget(struct pomp_sample_clock *s);

/* Returns a clock's time in ns. */
uint64_t pomp_sample_clock_now(clockid_t clock);
/* Returns the CPU time that a thread of the process has used, in ns. */
uint64_t pomp_sample_clock_of(pid_t thread);

/* True if the signal comes from this source. */
bool pomp_sample_clock_sent(const struct pomp_sample_clock *s, const siginfo_t *info, const void *mark);

#endif
