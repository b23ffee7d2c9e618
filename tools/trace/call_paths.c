/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* call_paths.c - the call paths of a trace: finds them by number and by parent, and checks that they make trees.
 * Not here: the records that define them (trace.c). */
#include "trace_read.h"

#include <stdlib.h>
#include <string.h>

static uint32_t hash_number(uint32_t number) {
  uint32_t h = number * 0x9e3779b1u;
  return h ^ h >> 16;
}
static uint32_t hash_child(uint32_t parent, uint32_t location, uint32_t key) {
  return pomp_hash((uint64_t)parent << 32 | location, key);
}

struct wanted {
  const struct trace_node *nodes;
  uint32_t number, parent, location, key;
};
static bool has_number(const void *context, uint32_t i) {
  const struct wanted *w = context;
  return w->nodes[i].number == w->number;
}
static bool is_child(const void *context, uint32_t i) {
  const struct wanted *w = context;
  const struct trace_node *n = &w->nodes[i];
  return n->key == w->key && n->parent == w->parent && n->location == w->location;
}

uint32_t trace_node_find(const struct trace *t, uint32_t number) {
  struct wanted w = {.nodes = t->nodes, .number = number};
  if (!t->by_number.slots)
    return TRACE_NO_NODE;
  return pomp_index_find(&t->by_number, hash_number(number), has_number, &w)->number - 1;
}

uint32_t trace_child(const struct trace *t, uint32_t parent, uint32_t location, uint32_t key) {
  struct wanted w = {.nodes = t->nodes, .parent = parent, .location = location, .key = key};
  return pomp_index_find(&t->children, hash_child(parent, location, key), is_child, &w)->number - 1;
}
_Static_assert(TRACE_NO_NODE == 0u - 1, "a free slot is no node");

static int compare_nodes(const void *a, const void *b) {
  const struct trace_node *x = a, *y = b;
  return x->number < y->number ? -1 : x->number > y->number;
}

/* The nodes' parents become indices, and children can be found. Parents are older than their children, but may have
 * a greater number. */
static bool link_call_paths(struct trace *t, char *error, size_t size) {
  if (!pomp_index_room(&t->children, t->node_count) || !pomp_index_room(&t->by_number, t->node_count))
    return FAIL(error, size, "not enough memory");
  if (t->node_count)
    qsort(t->nodes, t->node_count, sizeof *t->nodes, compare_nodes);
  for (uint32_t i = 0; i < t->node_count; i++) {
    struct wanted w = {.nodes = t->nodes, .number = t->nodes[i].number};
    uint32_t hash = hash_number(w.number);
    struct pomp_slot *slot = pomp_index_find(&t->by_number, hash, has_number, &w);
    if (slot->number)
      return FAIL(error, size, "damaged: a call path twice in the trace");
    pomp_index_put(&t->by_number, slot, hash, i);
  }
  for (uint32_t i = 0; i < t->node_count; i++) {
    struct trace_node *n = &t->nodes[i];
    uint32_t parent = n->parent ? trace_node_find(t, n->parent) : TRACE_NO_NODE;
    if ((n->parent == 0) != (n->key == 0) || (n->parent && parent == TRACE_NO_NODE) || parent == i)
      return FAIL(error, size, "damaged: a call path hangs in the air");
    n->parent = parent;
    struct wanted w = {.nodes = t->nodes, .parent = parent, .location = n->location, .key = n->key};
    uint32_t hash = hash_child(parent, n->location, n->key);
    struct pomp_slot *slot = pomp_index_find(&t->children, hash, is_child, &w);
    if (!slot->number) /* the first of several that are the same */
      pomp_index_put(&t->children, slot, hash, i);
  }
  return true;
}

/* Checks that there are no circles: the way up from any node must end at a root. Each node is walked over once. */
static bool check_roots(const struct trace *t, char *error, size_t size) {
  unsigned char *seen = calloc(t->node_count + 1ull, 1); /* 1: on the way; 2: leads to a root */
  if (!seen)
    return FAIL(error, size, "not enough memory");
  bool good = true;
  for (uint32_t i = 0; i < t->node_count && good; i++) {
    uint32_t at = i;
    for (; at != TRACE_NO_NODE && !seen[at]; at = t->nodes[at].parent)
      seen[at] = 1;
    good = at == TRACE_NO_NODE || seen[at] == 2;
    for (at = i; good && at != TRACE_NO_NODE && seen[at] == 1; at = t->nodes[at].parent)
      seen[at] = 2;
  }
  free(seen);
  return good || FAIL(error, size, "damaged: call paths in a circle");
}

bool trace_link_call_paths(struct trace *t, char *error, size_t size) {
  return link_call_paths(t, error, size) && check_roots(t, error, size);
}
