/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* path_table.h - finds call paths by their parents and keys, and numbers them.
 * Not here: which nodes a path has, and their times (paths.c, sums.c). */
#ifndef SUMS_PATH_TABLE_H
#define SUMS_PATH_TABLE_H

#include "pomp_index.h"
#include "sums/analysis_steps.h"

/* This is what is known while paths are made: those of `a`. The rest is 0 at first. */
struct path_table {
  struct analysis *a;
  struct pomp_index index;
  uint32_t *keys;        /* by path */
  uint32_t *parents;     /* by path, until they are sorted: the same as in the paths, which are far apart */
  uint32_t *followed_by; /* by path: the one that came after it last time, plus 1; 0: none */
  uint32_t last, paths_room, keys_room, parents_room, followed_room;
};

/* Finds a path, and adds it if it is new. The root, whose parent is NO_PATH, comes before all others. The result is
 * its number; NO_PATH if there is not enough memory. */
uint32_t path_table_find(struct path_table *t, uint32_t parent, uint32_t key);

/* True if a call path is below one of the same region. To be called before they are sorted. */
bool path_table_is_nested(const struct path_table *t, uint32_t path);

/* Numbers the paths level by level. Children of the same path are in the order of `first`, a number for each path, or
 * in that in which they were found if it is NULL. `place`, by path, becomes the new number. False: no memory. */
bool path_table_sort(struct path_table *t, const uint64_t *first, uint32_t *place);

/* Makes the regions of all paths, which are sorted, and gives each path its own. False: no memory. */
bool path_table_give_regions(const struct path_table *t);

void path_table_free(struct path_table *t);

#endif
