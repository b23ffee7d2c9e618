/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* phase_places.h - which call paths visits of phases had, and so where the time of those went that stand out, and of
 * what grows.
 * Not here: which visits these are (phase_findings.h). */
#ifndef SUMS_PHASE_PLACES_H
#define SUMS_PHASE_PLACES_H

#include "sums/phase_series.h"

/* The exclusive time of a call path in all visits of a cluster, in ns: at the phase's location, and in the teams that
 * are forked there. */
struct profile_cell {
  uint32_t cluster, path;
  int64_t time;
};
/* Gives those of a phase, by cluster. False if there is not enough memory, or `take` returns it. */
bool phase_cells_each(const struct analysis *a, uint32_t phase,
                      bool (*take)(void *context, const struct profile_cell *c), void *context);

/* Finds the places of findings, whose experiment has nodes. False if there is not enough memory. */
bool series_find_places(struct analysis *a);

/* The same is done step by step where cells are kept elsewhere: the places of a series begin; each location is weighed,
 * NULL: there is not enough memory; its cells are added with their weights; then they are concluded. Of the phase the
 * clusters, and the first visit and the cluster of each record are asked for. */
bool places_begin(const struct analysis *a, struct series *s);
double *places_weigh(const struct series *s, const struct phase *p);
void places_add(const struct analysis *a, struct series *s, uint32_t location, const double *weights,
                const struct profile_cell *c);
void places_conclude(const struct analysis *a, struct series *s);

/* Gives what a visit of a cluster has of each call path's exclusive time at the series' first location, in ns, as a
 * mean; `paths` has room for all call paths. */
void series_profile(const struct analysis *a, const struct series *s, uint32_t cluster, double *paths);

#endif
