/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* node_sort.h - the order of the nodes of an experiment.
 * Not here: where they come from (experiment.c), what they add up to (analysis.c). */
#ifndef READER_NODE_SORT_H
#define READER_NODE_SORT_H

#include "experiment.h"

enum node_sort_result { NODES_SORTED, NODES_BROKEN, NODES_NO_MEMORY };

/* Sorts the nodes of an array from malloc, which another one takes the place of, so that the roots come first, in their
 * order, and parents before their children; `parent` is an index before and after. The result is NODES_BROKEN if some
 * are in a circle. */
enum node_sort_result node_sort(struct node **all, uint32_t count, const uint32_t *roots, uint32_t root_count);

#endif
