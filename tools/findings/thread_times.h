/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* thread_times.h - what the threads of each process did with their time, each nanosecond counted once.
 * Not here: the factors that follow from it (efficiency.c). */
#ifndef FINDINGS_THREAD_TIMES_H
#define FINDINGS_THREAD_TIMES_H

#include "findings/efficiency.h"

struct thread_times {
  double time[TIME_KINDS];      /* ns */
  double in_mpi;                /* the part of the time in MPI that threads spent there themselves */
  uint64_t visits;              /* of the region of interest */
  int64_t instructions, cycles; /* of the useful time */
  bool entered, counted;        /* counted: instructions and cycles were */
};

/* Computes the times of an experiment of one process: of the whole run, or of a region of interest unless that is NULL.
 * False if there is not enough memory. */
bool thread_times_find(struct thread_times *t, const struct analysis *a, const char *region);

#endif
