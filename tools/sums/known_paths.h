/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* known_paths.h - which call path a node of another location has, as the file tells it, while locations come by.
 * Not here: the paths (path_table.h), what they add up to (sums.c). */
#ifndef SUMS_KNOWN_PATHS_H
#define SUMS_KNOWN_PATHS_H

#include "sums/path_table.h"

/* This is a node that others refer to, and its path. */
struct known {
  uint32_t number, path;
};

/* The first three members are to be set; the rest is 0 at first. */
struct known_paths {
  struct path_table *table;
  struct reader *reader;
  uint64_t node_count;      /* of all locations */
  struct pomp_index index;  /* finds the known ones by their numbers */
  struct known *known, *up; /* up: nodes on the way to a known one */
  uint32_t known_count, known_room, up_room;
};

/* Returns the path of a node of any location; NO_PATH if it has none, or there is not enough memory. */
uint32_t known_path(struct known_paths *k, uint32_t number);

void known_paths_free(struct known_paths *k);

#endif
