/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* other_threads.h - the threads of the process that no location has: those of another OpenMP runtime, and of others.
 * Not here: which runtimes there are (base/other_runtime.h). */
#ifndef POMP_OTHER_THREADS_H
#define POMP_OTHER_THREADS_H

#include <stdint.h>

/* These are times, in ns, of the threads that are there, but for the calling one and those that a location has. */
struct pomp_other_threads {
  uint64_t on_cpu; /* of all */
  uint64_t ready;  /* of the one that had no processor for longest while it was ready */
};

/* It asks the kernel for each thread. */
struct pomp_other_threads pomp_other_threads(void);

#endif
