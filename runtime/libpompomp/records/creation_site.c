/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* creation_site.c - finds, for a call path of a location, the first one that was made for the same call path in any
 * location.
 * Not here: when tasks need it (task.c).
 *
 * Were each location's creation node the parent of the tasks created there, N threads that execute each other's tasks
 * would have N * N trees. With one site for a call path, each thread has one. */
#include "records/creation_site.h"
#include "state/gate.h"
#include "state/slow_lock.h"

#include <string.h>

/* An entry of a table with open addressing. `parent` is the site of the path's parent, or NULL if the path is a root.
 * An entry without a path is free. */
struct entry {
  const struct pomp_path *parent;
  struct pomp_path *path;
};
static struct entry *table;
static uint32_t slots, used;

static uint32_t hash(const struct pomp_path *parent, uint32_t key) {
  uint32_t h = (uint32_t)((uintptr_t)parent / sizeof *parent) * 0x9e3779b1u ^ key * 0x85ebca6bu;
  return h ^ h >> 15;
}

static struct entry *find(const struct pomp_path *parent, uint32_t key) {
  uint32_t i = hash(parent, key) & (slots - 1);
  while (table[i].path && (table[i].parent != parent || table[i].path->key != key))
    i = (i + 1) & (slots - 1);
  return &table[i];
}

static bool grow(void) {
  uint32_t old_slots = slots, count = slots ? slots * 2 : 256;
  struct entry *old = table, *made = pomp_arena_scratch(count * sizeof *made);
  if (!made)
    return false;
  table = made;
  slots = count;
  for (uint32_t i = 0; i < old_slots; i++)
    if (old[i].path)
      *find(old[i].parent, old[i].path->key) = old[i];
  if (old)
    pomp_arena_scratch_free(old, old_slots * sizeof *old);
  return true;
}

#define DEPTH_MAX 500 /* a stack may be small; deeper call paths stand for themselves */

/* Returns NULL if there is no memory, or if the call path is too deep. */
static struct pomp_path *site_of(struct pomp_path *p, unsigned depth) {
  const struct pomp_path *parent = NULL;
  if (p->parent && (depth == DEPTH_MAX || !(parent = site_of(p->parent, depth + 1))))
    return NULL;
  if (used * 2 >= slots && !grow())
    return NULL;
  struct entry *e = find(parent, p->key);
  if (!e->path) {
    *e = (struct entry){parent, p};
    used++;
  }
  return e->path;
}

struct pomp_path *pomp_site(struct pomp_path *p, uint32_t task) {
  struct pomp_path *site = POMP_LOAD(p->site), *from = p;
  if (site)
    return site;
  for (struct pomp_path *up = p; up->parent; up = up->parent)
    if (up->key == task)
      from = up->parent;
  if (!pomp_slow_begin())
    return p;
  if (pomp_is_measuring())
    site = site_of(from, 0);
  pomp_slow_end();
  if (!site)
    return p;
  POMP_STORE(p->site, site);
  return site;
}
