/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* location_nodes.h - the nodes of each location, and the tree of calls depth first, for formats that write one
 * location, or one stack, after the other. Not here: the values of nodes (analysis.h). */
#ifndef COMMANDS_CONVERT_LOCATION_NODES_H
#define COMMANDS_CONVERT_LOCATION_NODES_H

#include "sums/analysis.h"
#include "sums/samples.h"

/* The nodes of location i that have a call path are nodes[first[i]] to nodes[first[i + 1] - 1]. */
struct location_nodes {
  uint32_t *first, *nodes;
};

/* False if there is no memory. Either way location_nodes_free is to be called. */
bool location_nodes_find(struct location_nodes *l, const struct analysis *a);
void location_nodes_free(struct location_nodes *l);

/* Returns how many levels are below the root, which is at depth 0. */
uint32_t paths_depth(const struct analysis *a);

/* Returns the call path that comes after this one, depth first; NO_PATH after the last. The first one is 0. */
static inline uint32_t next_path(const struct analysis *a, uint32_t path) {
  if (a->paths[path].first_child != NO_PATH)
    return a->paths[path].first_child;
  while (path && a->paths[path].next_sibling == NO_PATH)
    path = a->paths[path].parent;
  return path ? a->paths[path].next_sibling : NO_PATH;
}

/* The same for the tree of sampled stacks. */
uint32_t steps_depth(const struct samples *s);
static inline uint32_t next_step(const struct samples *s, uint32_t step) {
  if (s->steps[step].first_child != NO_STEP)
    return s->steps[step].first_child;
  while (step && s->steps[step].next_sibling == NO_STEP)
    step = s->steps[step].parent;
  return step ? s->steps[step].next_sibling : NO_STEP;
}

#endif
