/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* path_table.c - finds and keeps what call paths have; see path_table.h.
 * Not here: making it. */
#include "records/path_table.h"
#include "base/arena.h"
#include "records/call_tree.h"

#define FIRST_ENTRIES 128u /* they fit in a small page */

/* A signal handler of this thread may make the table larger between any two loads, so its size comes first. */
static struct pomp_path_entry *find(const struct pomp_path_table *t, const struct pomp_path *p) {
  const uint32_t mask = POMP_IN_ORDER(t->room) - 1;
  struct pomp_path_entry *entries = POMP_IN_ORDER(t->entries);
  uint32_t i = (uint32_t)((uintptr_t)p / sizeof *p) * 0x9e3779b1u >> 16 & mask;
  while (entries[i].path && entries[i].path != p)
    i = (i + 1) & mask;
  return &entries[i];
}

void *pomp_path_table_find(const struct pomp_path_table *t, const struct pomp_path *p) {
  return POMP_LIKELY(POMP_IN_ORDER(t->room) != 0) ? find(t, p)->what : NULL;
}

/* The old table stays in memory: a call of find() that a signal has interrupted may be about to read it. */
bool pomp_path_table_room(struct pomp_path_table *t) {
  const struct pomp_path_table old = *t;
  if (old.used * 2 < old.room)
    return true;
  const uint32_t room = old.room ? old.room * 2 : FIRST_ENTRIES;
  struct pomp_path_entry *made = pomp_arena_scratch(room * sizeof *made);
  if (!made)
    return old.used + 1 < old.room; /* one entry is always free */
  t->entries = made;
  t->room = room;
  for (uint32_t i = 0; i < old.room; i++)
    if (old.entries[i].path)
      *find(t, old.entries[i].path) = old.entries[i];
  return true;
}

void pomp_path_table_put(struct pomp_path_table *t, const struct pomp_path *p, void *what) {
  struct pomp_path_entry *e = find(t, p);
  e->what = what;
  __atomic_store_n(&e->path, p, __ATOMIC_RELEASE);
  t->used++;
}
