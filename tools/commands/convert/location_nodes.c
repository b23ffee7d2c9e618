/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* location_nodes.c - sorts the nodes by location.
 * Not here: the order in which an experiment has them (experiment.h). */
#include "commands/convert/location_nodes.h"

#include <stdlib.h>

bool location_nodes_find(struct location_nodes *l, const struct analysis *a) {
  const struct experiment *e = a->experiment;
  uint32_t count = 0;
  *l = (struct location_nodes){calloc(e->location_count + 2ull, sizeof *l->first), NULL};
  if (!l->first)
    return false;
  uint32_t *at = l->first + 1; /* where the next node of a location goes; in the end, where the next location begins */
  for (uint32_t path = 0; path < a->path_count; path++)
    for (uint32_t k = 0, i; analysis_node(a, path, k, &i); k++, count++)
      if (e->nodes[i].location + 1 < e->location_count)
        at[e->nodes[i].location + 1]++;
  for (uint32_t i = 1; i < e->location_count; i++)
    at[i] += at[i - 1];
  l->nodes = malloc((count + 1ull) * sizeof *l->nodes);
  if (!l->nodes)
    return false;
  for (uint32_t path = 0; path != NO_PATH; path = next_path(a, path))
    for (uint32_t k = 0, i; analysis_node(a, path, k, &i); k++)
      l->nodes[at[e->nodes[i].location]++] = i;
  return true;
}

uint32_t paths_depth(const struct analysis *a) {
  uint32_t depth = 0;
  for (uint32_t i = 0; i < a->path_count; i++)
    depth = a->paths[i].depth > depth ? a->paths[i].depth : depth;
  return depth;
}

uint32_t steps_depth(const struct samples *s) {
  uint32_t depth = 0;
  for (uint32_t i = 0; i < s->step_count; i++)
    depth = s->steps[i].depth > depth ? s->steps[i].depth : depth;
  return depth;
}

void location_nodes_free(struct location_nodes *l) {
  free(l->first);
  free(l->nodes);
}
