/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* profile.c - a location's call tree: new nodes, repair of unbalanced events.
 * Not here: the events themselves (profile.h), who owns a tree (location.c). */
#include "records/profile.h"
#include "records/metric_values.h"
#include "records/trace.h"

#include <string.h>

_Static_assert(sizeof(struct pomp_node) == 64, "a node is a cache line");

#define BLOCK_MAX (64u << 10)

static void bucket_add(struct pomp_thread *t, struct pomp_node *n) {
  uint32_t *bucket = &t->buckets[pomp_node_hash(pomp_node_at(n->parent), n->key, POMP_KEY_ROLE(n->key)) & t->mask];
  n->own_chain = *bucket;
  *bucket = pomp_node_number(n);
}

/* Four times as many buckets. The nodes are found through the old ones. False: no memory; then chains get longer. */
static bool more_buckets(struct pomp_thread *t) {
  uint32_t old_count = t->mask + 1, count = old_count * 4;
  uint32_t *old = t->buckets, *buckets = pomp_arena_scratch((size_t)count * sizeof *buckets);
  if (!buckets)
    return false;
  t->buckets = buckets;
  t->mask = count - 1;
  for (uint32_t i = 0; i < old_count; i++)
    for (uint32_t number = old[i], next; number; number = next) {
      struct pomp_node *n = pomp_node_at(number);
      next = n->own_chain;
      bucket_add(t, n);
    }
  /* The first buckets are in the location's block; see location.c. */
  if ((char *)old < pomp_base || (char *)old >= pomp_base + pomp_file()->limit)
    pomp_arena_scratch_free(old, (size_t)old_count * sizeof *old);
  return true;
}

static int more_nodes(struct pomp_thread *t) {
  uint64_t size = t->block->size * 2 < BLOCK_MAX ? t->block->size * 2 : BLOCK_MAX;
  struct pomp_block *block;
  int error;
  do {
    error = pomp_arena_block(&block, POMP_BLOCK_NODES, t->location->id, sizeof *block, size);
    size = size / 2 / POMP_FORMAT_ALIGN * POMP_FORMAT_ALIGN;
  } while (error && size);
  if (error)
    return error;
  t->block = block;
  t->capacity = (uint32_t)((block->size - block->first) / sizeof(struct pomp_node));
  if (pomp_metric_count && (error = pomp_metric_room(t)))
    return error;
  pomp_arena_publish();
  return 0;
}

static struct pomp_node *node_new(struct pomp_thread *t, uint32_t key, uint32_t parent) {
  struct pomp_block *b = t->block;
  struct pomp_node *n = (struct pomp_node *)(void *)((char *)b + b->first) + b->count;
  *n = (struct pomp_node){.key = key, .parent = parent, .min = UINT64_MAX};
  if (pomp_metric_count)
    pomp_metric_new(n);
  t->nodes++;
  bucket_add(t, n);
  __atomic_store_n(&b->count, b->count + 1, __ATOMIC_RELEASE);
  pomp_trace_define(t, n);
  return n;
}

struct pomp_node *pomp_child_new(struct pomp_thread *t, uint32_t key, int *error) {
  if (t->block->count == t->capacity && (*error = more_nodes(t)))
    return NULL;
  if (t->nodes > t->mask)
    more_buckets(t);
  return node_new(t, key, pomp_node_number(t->current));
}

void pomp_tree_init(struct pomp_thread *t, uint32_t *buckets, uint32_t count) {
  t->buckets = buckets;
  t->mask = count - 1;
  t->capacity = (uint32_t)((t->block->size - t->block->first) / sizeof(struct pomp_node));
  t->base = t->current = node_new(t, 0, 0);
  t->location->root = t->trace.root = pomp_node_number(t->current);
}

struct pomp_node *pomp_open_node(const struct pomp_thread *t, uint32_t key) {
  struct pomp_node *n = t->current;
  while (n != t->base && n->key != key)
    n = pomp_node_at(n->parent);
  return n != t->base ? n : NULL;
}

void pomp_close_inside(struct pomp_thread *t, const struct pomp_node *n, uint64_t now) {
  t->after = NULL;
  while (t->current != n) {
    struct pomp_node *inner = t->current;
    pomp_metric_stop(t, inner);
    pomp_visit_end(t, inner, now);
    pomp_trace_if_exit(t, inner, now);
    POMP_ADD(t->location->repaired, 1);
  }
}

uint64_t pomp_pair_cost(struct pomp_thread *t) {
  struct ompregdescr d = {.name = ""};
  d.data[0] = (void *)(uintptr_t)POMP_MAX_CONSTRUCTS;
  int error;
  const enum pomp_role role = POMP_ROLE_USER;
  struct pomp_node *n = pomp_child_new(t, pomp_key(&d, role), &error);
  if (!n)
    return 0;
  uint64_t best = UINT64_MAX;
  for (int round = 0; round < 8; round++) {
    uint64_t start = pomp_clock();
    for (int i = 0; i < 32; i++) {
      struct pomp_node *child = pomp_child(t, pomp_key(&d, role), role);
      pomp_visit_begin(t, child, pomp_clock());
      pomp_metric_enter(t, child, true);
      uint64_t now = pomp_now(t);
      pomp_metric_stop(t, child);
      pomp_visit_end(t, t->current, now);
    }
    uint64_t time = pomp_clock() - start;
    best = time < best ? time : best;
  }
  /* Nobody has seen the node yet: take it out again. */
  t->buckets[pomp_node_hash(pomp_node_at(n->parent), n->key, POMP_KEY_ROLE(n->key)) & t->mask] = n->own_chain;
  t->nodes--;
  t->block->count--;
  memset(n, 0, sizeof *n);
  t->location->last = 0;
  return best * 1000 / 32;
}
