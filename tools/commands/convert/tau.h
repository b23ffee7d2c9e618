/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tau.h - what the parts of the writer of TAU's profiles share: the stacks of one location, and its place among TAU's
 * nodes and threads.
 * Not here: the reading of experiments (tools/sums/traced_run.h). */
#ifndef COMMANDS_CONVERT_TAU_H
#define COMMANDS_CONVERT_TAU_H

#include "commands/convert/conversion.h"
#include "commands/convert/location_nodes.h"

/* A stack of regions that a location was in. Its frames are those that the location itself has visited: for a member of
 * a team, the frames of the thread that forked the team are not among them. Several call paths may be one stack. */
struct tau_stack {
  uint32_t region, parent; /* the parent comes before it; the first one is the root, and its own parent */
  uint64_t calls, subroutines;
  bool outermost; /* its region is not in it twice */
};

/* The metrics are the time and the waiting, both in ns, and then those of the experiment. */
enum { TAU_TIME, TAU_WAIT, TAU_COUNTERS };

struct tau_stacks {
  struct tau_stack *all;
  uint32_t count;
  uint32_t metrics;
  int64_t *exclusive; /* a row of `metrics` for each stack */
  int64_t *inclusive; /* likewise */
  uint32_t *order;    /* the stacks by region */
};

/* Finds the stacks of a location. `same` is the first region that has a region's name, by region: TAU knows regions by
 * their names alone. False if there is no memory. Either way tau_stacks_free is to be called. */
bool tau_stacks_find(struct tau_stacks *s, const struct analysis *a, const uint32_t *same,
                     const struct location_nodes *nodes, uint32_t location);
void tau_stacks_free(struct tau_stacks *s);

/* The locations of a process are threads of the context 0, from 0 on, as TAU has them: its pprof reads no others, and
 * Hatchet tells threads apart by nothing else. */
struct tau_place {
  uint32_t node, thread;
};

/* Returns the places of all locations, from malloc; NULL if there is no memory. */
struct tau_place *tau_places(const struct experiment *e);

#endif
