/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* kernel_time.h - what the kernel did for the process while it was measured, without what it did for the start of the
 * measurement. Not here: the same in single teams (team_cpu.h), how the kernel is asked (kernel_use.h). */
#ifndef POMP_KERNEL_TIME_H
#define POMP_KERNEL_TIME_H

#include "base/kernel_use.h"

/* The library is loaded: all counts from now on. */
void pomp_kernel_time_load(void);
/* The library makes itself ready on the calling thread, which does not count, from the first of these to the second,
 * which returns what the kernel did for that. */
void pomp_kernel_time_leave(void);
struct pomp_kernel_use pomp_kernel_time_return(void);

/* Brings the file's header up to date. Under the slow lock. */
void pomp_kernel_time_note(void);
/* Returns what was noted last. */
const struct pomp_kernel_use *pomp_kernel_time_noted(void);

#endif
