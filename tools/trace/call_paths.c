/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* call_paths.c - the call paths of a trace: finds them by number and by parent, and checks that they make trees.
 * Not here: the records that define them (trace.c). */
#include "trace_read.h"

#include <stdlib.h>
#include <string.h>

static uint32_t hash(uint32_t parent, uint32_t location, uint32_t key) {
  uint64_t h = ((uint64_t)parent * 0x9e3779b1u ^ key) * 0x9e3779b97f4a7c15u + location * 0x85ebca6bu;
  return (uint32_t)(h >> 32 ^ h);
}

uint32_t trace_node_find(const struct trace *t, uint32_t number) {
  if (!t->by_number)
    return TRACE_NO_NODE;
  for (uint32_t i = number * 0x9e3779b1u & t->children_mask;; i = (i + 1) & t->children_mask) {
    uint32_t at = t->by_number[i];
    if (at == TRACE_NO_NODE || t->nodes[at].number == number)
      return at;
  }
}

uint32_t trace_child(const struct trace *t, uint32_t parent, uint32_t location, uint32_t key) {
  for (uint32_t i = hash(parent, location, key) & t->children_mask;; i = (i + 1) & t->children_mask) {
    uint32_t at = t->children[i];
    if (at == TRACE_NO_NODE)
      return at;
    const struct trace_node *n = &t->nodes[at];
    if (n->key == key && n->parent == parent && n->location == location)
      return at;
  }
}

static int compare_nodes(const void *a, const void *b) {
  const struct trace_node *x = a, *y = b;
  return x->number < y->number ? -1 : x->number > y->number;
}

/* Parents become indices, and children can be found. Parents are older, but may have a greater number. */
static bool link_call_paths(struct trace *t, char *error, size_t size) {
  uint32_t slots = 16;
  while (slots < t->node_count * 2ull)
    slots *= 2;
  t->children = malloc(slots * sizeof *t->children);
  t->by_number = malloc(slots * sizeof *t->by_number);
  if (!t->children || !t->by_number)
    return FAIL(error, size, "not enough memory");
  memset(t->children, 0xff, slots * sizeof *t->children);
  memset(t->by_number, 0xff, slots * sizeof *t->by_number);
  t->children_mask = slots - 1;
  if (t->node_count)
    qsort(t->nodes, t->node_count, sizeof *t->nodes, compare_nodes);
  for (uint32_t i = 0; i < t->node_count; i++) {
    uint32_t slot = t->nodes[i].number * 0x9e3779b1u & t->children_mask;
    while (t->by_number[slot] != TRACE_NO_NODE)
      slot = (slot + 1) & t->children_mask;
    t->by_number[slot] = i;
  }
  for (uint32_t i = 0; i < t->node_count; i++) {
    struct trace_node *n = &t->nodes[i];
    if (i && n[-1].number == n->number)
      return FAIL(error, size, "damaged: a call path twice in the trace");
    uint32_t parent = n->parent ? trace_node_find(t, n->parent) : TRACE_NO_NODE;
    if ((n->parent == 0) != (n->key == 0) || (n->parent && parent == TRACE_NO_NODE) || parent == i)
      return FAIL(error, size, "damaged: a call path hangs in the air");
    n->parent = parent;
    uint32_t slot = hash(parent, n->location, n->key) & t->children_mask;
    while (t->children[slot] != TRACE_NO_NODE)
      slot = (slot + 1) & t->children_mask;
    t->children[slot] = i;
  }
  return true;
}

/* No circles: who goes up from anywhere comes to a root. Each node is walked over once. */
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
