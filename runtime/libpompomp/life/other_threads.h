/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* other_threads.h - the threads of the process that no location has: those of another OpenMP runtime, and of others.
 * Not here: which runtimes there are (base/other_runtime.h). */
#ifndef POMP_OTHER_THREADS_H
#define POMP_OTHER_THREADS_H

#include <stdint.h>

/* Returns for how many ns the threads that are there, but for the calling one and those that a location has, were on
 * processors. It asks the kernel for each. */
uint64_t pomp_other_threads_time(void);

#endif
