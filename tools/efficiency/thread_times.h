/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* thread_times.h - what the threads of each process did with their time, each nanosecond counted once.
 * Not here: the factors that follow from it (efficiency.c). */
#ifndef EFFICIENCY_THREAD_TIMES_H
#define EFFICIENCY_THREAD_TIMES_H

#include "efficiency.h"

struct thread_times {
  double time[TIME_KINDS]; /* ns */
  double in_mpi;           /* the part of the time in MPI that threads spent there themselves */
  bool entered;
};

/* Computes the times of each process, of which there is room for one a process: of the whole run, or of the marked
 * nodes unless that is NULL. Instructions and cycles of the useful time become NAN if they were not counted. False if
 * there is not enough memory. */
bool thread_times_find(struct thread_times *t, const struct analysis *a, const bool *inside, double *instructions,
                       double *cycles);

#endif
