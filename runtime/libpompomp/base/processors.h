/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* processors.h - asks the kernel how long a thread was on a processor, how long it was ready without one, where it may
 * run, and how much the control group allows the process. Not here: the times of asking, and the locations that the
 * answers count for (teams/). */
#ifndef POMP_PROCESSORS_H
#define POMP_PROCESSORS_H

#include "pomp_format.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Returns the CPU time of the calling thread, in ns. This is a system call. */
uint64_t pomp_processors_own_time(void);

/* These are the sums of a thread's life, in ns, and how often something happened to it. */
struct pomp_processors_time {
  uint64_t on_cpu, ready;
  uint64_t switches; /* how often it got a processor */
  uint64_t system;   /* the part of on_cpu that was in the kernel: of the calling thread as getrusage has it, of another
                        one rounded down to 10 ms */
  uint64_t faults, major_faults;
  bool known, ready_known, kernel_known; /* `known`: on_cpu is. The kernel need not offer the others: ready and
                                            switches, and what it did */
};

/* Asks for the sums of a thread of this process; the second one not for what it did in the kernel. */
struct pomp_processors_time pomp_processors_time(pid_t thread);
struct pomp_processors_time pomp_processors_scheduled(pid_t thread);

/* Adds the processors on which a thread of this process may run to a set of POMP_CPU_WORDS words. False means that
 * they are not known, as they are more than the set has room for. */
bool pomp_processors_add(pid_t thread, uint64_t *set);
uint32_t pomp_processors_count(const uint64_t *set);
/* Returns how many processors the machine has that are in use, no matter who may run there; 0: not known. */
uint32_t pomp_processors_online(void);

/* Returns how much processor time the control groups of the process let it have, in thousandths of a processor; 0 if
 * there is no limit. */
uint32_t pomp_processors_quota(void);
/* Returns for how many ns this limit has held threads back so far; they need not be the process's. Call it after
 * pomp_processors_quota. */
uint64_t pomp_processors_throttled(void);

/* Returns how many ticks 1000 atomic updates take, each between two readings of the clock, of a variable that the
 * processor has for itself. */
uint64_t pomp_processors_atomic_cost(void);

#endif
