/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* creation_site.c - finds, for a node, the first node that was made for its call path in any location.
 * Not here: when tasks need it (task.c).
 *
 * Were each location's creation node the parent of the tasks created there, N threads that execute each other's tasks
 * would have N * N trees. With one site for a call path, each thread has one. */
#include "records/creation_site.h"
#include "life/measurement.h"

#include <string.h>

/* Open addressing; parent: the site of the parent; node 0: free. */
struct entry {
  uint32_t parent, node;
};
static struct entry *table;
static uint32_t slots, used;

static uint32_t hash(uint32_t parent, uint32_t key) {
  uint32_t h = parent * 0x9e3779b1u ^ key * 0x85ebca6bu;
  return h ^ h >> 15;
}

static struct entry *find(uint32_t parent, uint32_t key) {
  uint32_t i = hash(parent, key) & (slots - 1);
  while (table[i].node && (table[i].parent != parent || pomp_node_at(table[i].node)->key != key))
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
    if (old[i].node)
      *find(old[i].parent, pomp_node_at(old[i].node)->key) = old[i];
  if (old)
    pomp_arena_scratch_free(old, old_slots * sizeof *old);
  return true;
}

#define DEPTH_MAX 500 /* a stack may be small; deeper call paths stand for themselves */

/* 0: no memory, or too deep. */
static uint32_t site_of(const struct pomp_node *n, unsigned depth) {
  uint32_t parent = UINT32_MAX;
  if (n->parent)
    parent = depth < DEPTH_MAX ? site_of(pomp_node_at(n->parent), depth + 1) : 0;
  if (!parent || (used * 2 >= slots && !grow()))
    return 0;
  struct entry *e = find(parent, n->key);
  if (!e->node) {
    *e = (struct entry){parent, pomp_node_number(n)};
    used++;
  }
  return e->node;
}

struct pomp_node *pomp_site(struct pomp_node *n, uint32_t task) {
  bool caches = POMP_KEY_ROLE(n->key) != POMP_ROLE_TEAM; /* whose detail is something else */
  uint32_t number = caches ? POMP_LOAD(n->detail) : 0;
  if (number)
    return pomp_node_at(number);
  const struct pomp_node *from = n;
  for (const struct pomp_node *up = n; up->parent; up = pomp_node_at(up->parent))
    if (up->key == task)
      from = pomp_node_at(up->parent);
  if (!pomp_slow_begin())
    return n;
  if (pomp_is_measuring())
    number = site_of(from, 0);
  pomp_slow_end();
  if (!number)
    return n;
  if (caches)
    POMP_STORE(n->detail, number);
  return pomp_node_at(number);
}
