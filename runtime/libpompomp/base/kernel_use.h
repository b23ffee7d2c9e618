/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* kernel_use.h - what the kernel has done for the process or for the calling thread so far: how long, and how often
 * something happened that takes it. Not here: what is counted from when (teams/kernel_time.h). */
#ifndef POMP_KERNEL_USE_H
#define POMP_KERNEL_USE_H

#include <stdbool.h>
#include <stdint.h>

/* Times are in ns. See struct pomp_header and struct pomp_kernel_time. */
#define POMP_KERNEL_SUMS(X)                                                                                            \
  X(user) X(system) X(faults) X(major_faults) X(sleeps) /* which struct pomp_header has, too */
#define POMP_KERNEL_SUM(sum) uint64_t sum;
struct pomp_kernel_use {
  POMP_KERNEL_SUMS(POMP_KERNEL_SUM)
  uint64_t preempted, resident;
  bool known;
};

/* These are one system call each. The process's figures have all its threads, those that have ended as well. */
struct pomp_kernel_use pomp_kernel_use_of_process(void);
struct pomp_kernel_use pomp_kernel_use_of_thread(void);

struct pomp_kernel_calls {
  uint64_t reads, writes;
  bool known;
};

/* Asks how often the process has read and written so far, by a file of /proc. */
struct pomp_kernel_calls pomp_kernel_calls(void);

#endif
