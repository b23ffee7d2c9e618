/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* path_table.h - what few call paths of a location have in the file beside their nodes, by call path.
 * Not here: what that is (switches.h, teams/sharing.h). */
#ifndef POMP_PATH_TABLE_H
#define POMP_PATH_TABLE_H

#include "base/atomics.h"

#include <stdbool.h>
#include <stdint.h>

struct pomp_path;

/* All zeros: there is nothing in it. It has open addressing; the location's thread alone uses it. */
struct pomp_path_entry {
  const struct pomp_path *path; /* NULL: the entry is free */
  void *what;
};
struct pomp_path_table {
  struct pomp_path_entry *entries;
  uint32_t room, used;
};

/* Returns what a call path has, or NULL. Takes no lock. */
void *pomp_path_table_find(const struct pomp_path_table *t, const struct pomp_path *p);
/* Makes room for one more. False: there is no memory. Under the slow lock, as the next one. */
bool pomp_path_table_room(struct pomp_path_table *t);
/* Puts in what a call path has that has nothing yet; there is room. */
void pomp_path_table_put(struct pomp_path_table *t, const struct pomp_path *p, void *what);

#endif
