/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tree.h - the order of the nodes of an experiment.
 * Not here: where they come from (experiment.c), what they add up to (analysis.c). */
#ifndef REPORT_TREE_H
#define REPORT_TREE_H

#include "experiment.h"

enum tree_result { TREE_SORTED, TREE_BROKEN, TREE_NO_MEMORY };

/* Sorts the nodes so that the roots come first, in their order, and parents before their children; `parent` is an index
 * before and after. TREE_BROKEN: some are in a circle. */
enum tree_result tree_sort(struct node *nodes, uint32_t count, const uint32_t *roots, uint32_t root_count);

#endif
