/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* call_tree.c - makes call paths and their nodes, and finds them again.
 * Not here: metrics and trace of new call paths (visit.c), who owns a tree (location.c). */
#include "records/call_tree.h"

#include <errno.h>
#include <string.h>

_Static_assert(sizeof(struct pomp_node) == 64, "a node is a cache line");

#define BLOCK_MAX (64u << 10)
#define BUCKETS_MIN 256u /* a small page of them */

/* This is in a bucket without call paths. Its key is 0, as a root's alone, and a root is nobody's child. */
static struct pomp_path nobody;

/* The first call path of a bucket stays the first: an event that this thread's signal handler has interrupted may have
 * read it, and reads its node next. */
static void bucket_add(struct pomp_bucket *buckets, uint32_t mask, struct pomp_path *p) {
  struct pomp_bucket *bucket = &buckets[pomp_path_hash(p->parent, p->key, POMP_KEY_ROLE(p->key)) & mask];
  struct pomp_path *first = bucket->first;
  if (first == &nobody) {
    POMP_STORE(p->chain, NULL);
    *bucket = (struct pomp_bucket){p, pomp_node_of(p)};
  } else {
    POMP_STORE(p->chain, first->chain);
    POMP_STORE(first->chain, p);
  }
}

static void clear_buckets(struct pomp_bucket *buckets, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    buckets[i] = (struct pomp_bucket){&nobody, NULL};
}

/* A call path that is in no chain leads to itself. */
static bool is_hidden(const struct pomp_path *p) { return p->chain == p; }

static bool (*is_left_out)(uint32_t construct); /* NULL: nothing is */

/* Makes buckets with all call paths but those of regions that are left out. NULL: no memory. The old ones stay as they
 * are: an event of the location may be about to read them, in another thread or before this signal handler. Chains are
 * made anew at the same time. Whoever goes along one may miss a call path, and then looks for it under the slow lock.
 */
static struct pomp_bucket *fill_buckets(const struct pomp_thread *t, uint32_t count) {
  struct pomp_bucket *buckets = pomp_arena_scratch((size_t)count * sizeof *buckets);
  if (!buckets)
    return NULL;
  clear_buckets(buckets, count);
  for (const struct pomp_paths *block = t->paths; block; block = block->next)
    for (uint32_t i = 0; i < block->count; i++)
      if (!is_hidden(&block->at[i]) && (!is_left_out || !is_left_out(POMP_KEY_CONSTRUCT(block->at[i].key))))
        bucket_add(buckets, count - 1, (struct pomp_path *)&block->at[i]);
  return buckets;
}

/* Makes twice as many buckets, a page of them at least. Without memory for them, chains get longer. All old ones
 * together are no more than the new ones. */
static void more_buckets(struct pomp_thread *t) {
  uint32_t count = (t->mask + 1) * 2 > BUCKETS_MIN ? (t->mask + 1) * 2 : BUCKETS_MIN;
  struct pomp_bucket *buckets = fill_buckets(t, count);
  if (!buckets)
    return;
  t->buckets = buckets;
  t->mask = count - 1;
}

void pomp_tree_leave_out(struct pomp_thread *t, bool (*leaves_out)(uint32_t construct)) {
  is_left_out = leaves_out;
  struct pomp_bucket *buckets = fill_buckets(t, t->mask + 1);
  if (buckets)
    __atomic_store_n(&t->buckets, buckets, __ATOMIC_RELEASE);
}

/* A block is half as large as all before it, so that on average a sixth of the room for call paths stays empty.
 */
int pomp_tree_grow(struct pomp_thread *t) {
  uint64_t size = (uint64_t)t->nodes * sizeof(struct pomp_node) / 2;
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
  *made = (struct pomp_paths){.next = t->paths, .thread = t, .block = block, .room = room};
  t->paths = made;
  return 0;
}

struct pomp_path *pomp_tree_add(struct pomp_thread *t, uint32_t key, struct pomp_path *parent) {
  struct pomp_paths *b = t->paths;
  struct pomp_node *n = pomp_nodes_of(b) + b->count;
  struct pomp_path *p = &b->at[b->count];
  *p = (struct pomp_path){.parent = parent, .key = key, .number = pomp_node_number(n), .range = UINT32_MAX};
  *n = (struct pomp_node){.key = key, .parent = parent ? parent->number : 0, .min = UINT64_MAX};
  if (t->nodes++ > t->mask)
    more_buckets(t);
  bucket_add(t->buckets, t->mask, p);
  b->count++;
  return p;
}

/* It is the bucket's first call path, or the one behind that. */
void pomp_tree_hide(struct pomp_thread *t, struct pomp_path *p) {
  struct pomp_bucket *bucket = &t->buckets[pomp_path_hash(p->parent, p->key, POMP_KEY_ROLE(p->key)) & t->mask];
  if (bucket->first == p)
    *bucket = (struct pomp_bucket){&nobody, NULL};
  else
    POMP_STORE(bucket->first->chain, p->chain);
  POMP_STORE(p->chain, p);
}

void pomp_tree_publish(struct pomp_thread *t) {
  __atomic_store_n(&t->paths->block->count, t->paths->count, __ATOMIC_RELEASE);
}

void pomp_tree_remove(struct pomp_thread *t, struct pomp_path *p) {
  /* The bucket has no other call path, or has the root before it, as there is no other. */
  struct pomp_bucket *bucket = &t->buckets[pomp_path_hash(p->parent, p->key, POMP_KEY_ROLE(p->key)) & t->mask];
  if (bucket->first == p)
    *bucket = (struct pomp_bucket){&nobody, NULL};
  else
    bucket->first->chain = NULL;
  t->nodes--;
  t->paths->count--;
  t->paths->block->count--;
  memset(pomp_node_of(p), 0, sizeof(struct pomp_node));
}

bool pomp_tree_is_full(const struct pomp_thread *t) { return t->paths->count == t->paths->room; }

void pomp_tree_init(struct pomp_thread *t, struct pomp_bucket *buckets, uint32_t count, struct pomp_paths *first) {
  clear_buckets(buckets, count);
  t->buckets = buckets;
  t->mask = count - 1;
  t->paths = first;
}

struct pomp_path *pomp_open_path(const struct pomp_thread *t, uint32_t key) {
  struct pomp_path *p = t->current;
  while (p != t->base && p->key != key)
    p = p->parent;
  return p != t->base ? p : NULL;
}
