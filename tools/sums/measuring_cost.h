/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* measuring_cost.h - estimates what the measurement itself has cost.
 * Not here: what a pair of events costs (pomp_cost.h). */
#ifndef SUMS_MEASURING_COST_H
#define SUMS_MEASURING_COST_H

#include "pomp_cost.h"
#include "sums/analysis_steps.h"

/* Estimates it by region, and in all. What is blamed on others is noted by the region that waited. */
bool measuring_find(struct analysis *a);
/* This is a part of it: it makes the estimates of the exact sums of the regions. */
void measuring_conclude(struct analysis *a);

/* These are what a thousand pairs, and a thousand readings of the CPU time, take in a process, in ns. */
struct unit_costs {
  double pair, cpu;
};
struct unit_costs measuring_units(const struct process *p);

/* It is the formula for the cost of the nodes of a path, in pairs, at locations with teams of one size. */
struct path_cost {
  uint32_t team_size;
  bool known;
  struct pomp_cost_model model;
  double made, each,
      first; /* for the call path, for each visit, and for those that were the first ones in their team */
  double each_excluded, first_excluded; /* the same, if a filter excludes the region: that makes no call path */
};
/* True if those that were the first ones cost more. */
static inline bool measuring_has_first(const struct path_cost *c) { return c->first != 0 || c->first_excluded != 0; }
/* Finds the formula anew where it is not that of such a location. */
void measuring_formula(struct path_cost *c, uint32_t key, uint32_t parent, uint32_t team_size,
                       const struct pomp_cost_model *model);

/* Returns how long members waited for cache lines in the visits of a call path, in ns. */
double measuring_lines(const struct experiment *e, uint32_t location, uint32_t key, uint64_t visits);

#endif
