/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* wall_parts.h - during what the wall time of a run has passed: each parallel region from fork to join, and the code of
 * each region outside of them. Not here: what threads did during that time (thread_times.h). */
#ifndef FINDINGS_WALL_PARTS_H
#define FINDINGS_WALL_PARTS_H

#include "sums/analysis.h"

/* Computes, for each region, the wall time that passed in it, in ns: of one of role FORK or TEAMS to the join, of
 * others their own code outside of teams. Of several processes, and of several threads that a program has started
 * itself, it is the mean. All of them add up to the mean wall time of the processes. False if there is not enough
 * memory. */
bool wall_parts_find(double *parts, const struct analysis *a);

/* Returns the part of it that is serial code of the program's, without MPI. */
double wall_parts_serial(const double *parts, const struct analysis *a);

#endif
