/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* node_sort.h - the order of the nodes of an experiment.
 * Not here: where they come from (read_experiment.c), what they add up to (analyse.c). */
#ifndef FILES_NODE_SORT_H
#define FILES_NODE_SORT_H

#include "files/experiment.h"

enum node_sort_result { NODES_SORTED, NODES_BROKEN, NODES_NO_MEMORY };

/* True if all parents come before their children; `parent` is an index. */
bool nodes_are_in_order(const struct node *nodes, uint32_t count);

/* Sorts the nodes of an array from malloc, which another one takes the place of, level by level, so that parents are
 * before their children, and their origins likewise; `parent` is an index before and after. The first `root_count`
 * nodes are the roots, and stay where they are. The result is NODES_BROKEN if some are in a circle. */
enum node_sort_result node_sort(struct node **all, struct node_origin **all_origins, uint32_t count,
                                uint32_t root_count);

/* Makes `order` the indices of the nodes, level by level. False if there is not enough memory, or no root leads to some
 * of them. */
bool node_levels(const struct node *nodes, uint32_t count, uint32_t root_count, uint32_t *order);

#endif
