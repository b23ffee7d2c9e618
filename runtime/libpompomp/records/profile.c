/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* profile.c - a location's call tree: new call paths and their nodes, repair of unbalanced events.
 * Not here: the events themselves (profile.h), who owns a tree (location.c). */
#include "records/profile.h"
#include "records/metric_values.h"
#include "records/trace.h"

#include <errno.h>
#include <string.h>

_Static_assert(sizeof(struct pomp_node) == 64, "a node is a cache line");

#define BLOCK_MAX (64u << 10)

/* In a bucket without call paths: no key is 0 but a root's, which is nobody's child. */
static struct pomp_path nobody;

static void bucket_add(struct pomp_thread *t, struct pomp_path *p) {
  struct pomp_bucket *bucket = &t->buckets[pomp_path_hash(p->parent, p->key, POMP_KEY_ROLE(p->key)) & t->mask];
  p->chain = bucket->first == &nobody ? NULL : bucket->first;
  *bucket = (struct pomp_bucket){p, pomp_node_of(p)};
}

static void clear_buckets(struct pomp_bucket *buckets, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    buckets[i] = (struct pomp_bucket){&nobody, NULL};
}

/* Twice as many buckets. Without memory for them, chains get longer. */
static void more_buckets(struct pomp_thread *t) {
  uint32_t old_count = t->mask + 1, count = old_count * 2;
  struct pomp_bucket *old = t->buckets, *buckets = pomp_arena_scratch((size_t)count * sizeof *buckets);
  if (!buckets)
    return;
  clear_buckets(buckets, count);
  t->buckets = buckets;
  t->mask = count - 1;
  for (const struct pomp_paths *block = t->paths; block; block = block->next)
    for (uint32_t i = 0; i < block->count; i++)
      bucket_add(t, (struct pomp_path *)&block->at[i]);
  if (t->own_buckets) /* the first ones share their memory with the location */
    pomp_arena_scratch_free(old, (size_t)old_count * sizeof *old);
  t->own_buckets = true;
}

static int more_paths(struct pomp_thread *t) {
  uint64_t size = (uint64_t)t->paths->room * sizeof(struct pomp_node) * 2;
  size = size < BLOCK_MAX ? (size + POMP_FORMAT_ALIGN - 1) / POMP_FORMAT_ALIGN * POMP_FORMAT_ALIGN : BLOCK_MAX;
  struct pomp_block *block;
  uint64_t given;
  int error;
  do {
    error = pomp_arena_block(&block, POMP_BLOCK_NODES, t->id, sizeof *block, given = size);
    size = size / 2 / POMP_FORMAT_ALIGN * POMP_FORMAT_ALIGN;
  } while (error && size);
  if (error)
    return error;
  uint32_t room = (uint32_t)((given - sizeof *block) / sizeof(struct pomp_node));
  struct pomp_paths *made = pomp_arena_scratch(sizeof *made + room * sizeof made->at[0]);
  if (!made)
    return -ENOMEM;
  *made = (struct pomp_paths){t->paths, t, block, 0, room};
  if (pomp_metric_count && (error = pomp_metric_room(t, made)))
    return error;
  t->paths = made;
  pomp_arena_publish();
  return 0;
}

static struct pomp_path *path_new(struct pomp_thread *t, uint32_t key, struct pomp_path *parent) {
  struct pomp_paths *b = t->paths;
  struct pomp_node *n = pomp_nodes_of(b) + b->count;
  struct pomp_path *p = &b->at[b->count];
  *p = (struct pomp_path){.parent = parent, .key = key, .number = pomp_node_number(n)};
  *n = (struct pomp_node){.key = key, .parent = parent ? parent->number : 0, .min = UINT64_MAX};
  if (pomp_metric_count)
    pomp_metric_new(p);
  t->nodes++;
  bucket_add(t, p);
  b->count++;
  __atomic_store_n(&b->block->count, b->count, __ATOMIC_RELEASE);
  pomp_trace_define(t, p);
  return p;
}

struct pomp_path *pomp_child_new(struct pomp_thread *t, uint32_t key, int *error) {
  if (t->paths->count == t->paths->room && (*error = more_paths(t)))
    return NULL;
  if (t->nodes > t->mask)
    more_buckets(t);
  return path_new(t, key, t->current);
}

int pomp_tree_init(struct pomp_thread *t, struct pomp_bucket *buckets, uint32_t count, struct pomp_paths *first) {
  int error = pomp_metric_count ? pomp_metric_room(t, first) : 0;
  if (error)
    return error;
  clear_buckets(buckets, count);
  t->buckets = buckets;
  t->mask = count - 1;
  t->paths = first;
  t->root = t->base = t->current = path_new(t, 0, NULL);
  t->location->root = t->trace.root = t->root->number;
  return 0;
}

struct pomp_path *pomp_open_path(const struct pomp_thread *t, uint32_t key) {
  struct pomp_path *p = t->current;
  while (p != t->base && p->key != key)
    p = p->parent;
  return p != t->base ? p : NULL;
}

void pomp_close_inside(struct pomp_thread *t, const struct pomp_path *p, uint64_t now) {
  t->after = NULL;
  while (t->current != p) {
    struct pomp_path *inner = t->current;
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
  struct pomp_path *p = pomp_child_new(t, pomp_key(&d, role), &error);
  if (!p)
    return 0;
  struct pomp_node *n = pomp_node_of(p);
  uint64_t best = UINT64_MAX;
  for (int round = 0; round < 8; round++) {
    uint64_t start = pomp_clock();
    for (int i = 0; i < 32; i++) {
      struct pomp_path *child = pomp_child_of(t, t->current, pomp_key(&d, role), role, &n);
      pomp_visit_begin(t, child, n, pomp_clock());
      pomp_metric_enter(t, child, true);
      uint64_t now = pomp_now(t);
      pomp_metric_stop(t, child);
      pomp_visit_end(t, t->current, now);
    }
    uint64_t time = pomp_clock() - start;
    best = time < best ? time : best;
  }
  /* Nobody has seen the node yet: take it out again. Its bucket had no other call path, as there is none but the root,
   * or had the root. */
  struct pomp_bucket *bucket = &t->buckets[pomp_path_hash(p->parent, p->key, POMP_KEY_ROLE(p->key)) & t->mask];
  *bucket = p->chain ? (struct pomp_bucket){p->chain, pomp_node_of(p->chain)} : (struct pomp_bucket){&nobody, NULL};
  t->nodes--;
  t->paths->count--;
  t->paths->block->count--;
  memset(n, 0, sizeof *n);
  t->location->last = 0;
  return best * 1000 / 32;
}
