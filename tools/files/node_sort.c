/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* node_sort.c - puts nodes in an order in which parents come before their children, level by level.
 * Not here: checks of single nodes (read_experiment.c). */
#include "files/node_sort.h"
#include "base/huge_pages.h"

#include <stdlib.h>
#include <string.h>

/* Makes `order` the indices of the nodes, level by level, without nodes that no root leads to. The result is how
 * many are in it. */
static uint32_t walk(const struct node *nodes, uint32_t count, uint32_t root_count, uint32_t *first_child,
                     uint32_t *next_sibling, uint32_t *order) {
  uint32_t reached = root_count;
  memset(first_child, 0xff, count * sizeof *first_child); /* NO_NODE */
  for (uint32_t i = count; i-- > 0;) {
    if (nodes[i].parent == NO_NODE)
      continue;
    next_sibling[i] = first_child[nodes[i].parent];
    first_child[nodes[i].parent] = i;
  }
  for (uint32_t i = 0; i < root_count; i++)
    order[i] = i;
  for (uint32_t i = 0; i < reached; i++)
    for (uint32_t child = first_child[order[i]]; child != NO_NODE; child = next_sibling[child])
      order[reached++] = child;
  return reached;
}

#define AHEAD 16u /* so many nodes ahead memory is asked for, as they are apart */

bool node_levels(const struct node *nodes, uint32_t count, uint32_t root_count, uint32_t *order) {
  uint32_t *links = huge_pages_malloc(2ull * count + 1, sizeof *links);
  bool good = links && walk(nodes, count, root_count, links, links + count, order) == count;
  free(links);
  return good;
}

bool nodes_are_in_order(const struct node *nodes, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (nodes[i].parent != NO_NODE && nodes[i].parent >= i)
      return false;
  return true;
}

enum node_sort_result node_sort(struct node **all, struct node_origin **all_origins, uint32_t count,
                                uint32_t root_count) {
  struct node *nodes = *all;
  struct node_origin *origins = *all_origins;
  if (count == 0)
    return NODES_SORTED;
  uint32_t *links = huge_pages_malloc(3ull * count, sizeof *links);
  struct node *sorted = huge_pages_malloc(count, sizeof *sorted);
  struct node_origin *moved_origins = huge_pages_malloc(count, sizeof *moved_origins);
  enum node_sort_result result = links && sorted && moved_origins ? NODES_SORTED : NODES_NO_MEMORY;
  uint32_t *order = links, *moved = links ? links + count : NULL;
  if (result == NODES_SORTED && walk(nodes, count, root_count, links + count, links + 2ull * count, order) != count)
    result = NODES_BROKEN;
  if (result == NODES_SORTED) {
    for (uint32_t i = 0; i < count; i++)
      moved[order[i]] = i;
    for (uint32_t i = 0; i < count; i++) {
      __builtin_prefetch(&nodes[order[i + AHEAD < count ? i + AHEAD : i]]);
      sorted[i] = nodes[order[i]];
      moved_origins[i] = origins[order[i]];
      if (sorted[i].parent != NO_NODE)
        sorted[i].parent = moved[sorted[i].parent];
    }
    *all = sorted;
    *all_origins = moved_origins;
    sorted = nodes;
    moved_origins = origins;
  }
  free(links);
  free(sorted);
  free(moved_origins);
  return result;
}
