/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* path_index.h - finds the call paths of an analysis by the one above and by the region's key, as another analysis of
 * the same constructs has them. Not here: the numbering of paths while they are found (path_table.h). */
#ifndef SUMS_PATH_INDEX_H
#define SUMS_PATH_INDEX_H

#include "pomp_index.h"
#include "sums/analysis.h"

/* `a` is to be set; the rest is 0 at first. */
struct path_index {
  const struct analysis *a;
  struct pomp_index index;
};

/* False: not enough memory. Either way path_index_free is to be called. */
bool path_index_make(struct path_index *p);
/* Returns the path; that of the root has no parent, which is NO_PATH. NO_PATH: there is none. */
uint32_t path_index_find(const struct path_index *p, uint32_t parent, uint32_t key);
void path_index_free(struct path_index *p);

#endif
