/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* trace_call_paths.c - the call paths of a trace: finds them by number and by parent, and keeps those that make trees.
 * Not here: the records that define them (trace.c). */
#include "files/trace_read.h"

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

/* Makes call paths findable by their number, and keeps the first one of several with the same. The nodes are sorted.
 * False if there is no memory. */
static bool find_numbers(struct trace *t) {
  uint32_t kept = 0;
  pomp_index_free(&t->by_number);
  t->by_number = (struct pomp_index){0};
  if (!pomp_index_room(&t->by_number, t->node_count))
    return false;
  for (uint32_t i = 0; i < t->node_count; i++) {
    struct wanted w = {.nodes = t->nodes, .number = t->nodes[i].number};
    uint32_t hash = hash_number(w.number);
    struct pomp_slot *slot = pomp_index_find(&t->by_number, hash, has_number, &w);
    if (slot->number)
      continue;
    t->nodes[kept] = t->nodes[i];
    pomp_index_put(&t->by_number, slot, hash, kept++);
  }
  t->call_paths_missing += t->node_count - kept;
  t->node_count = kept;
  return true;
}

static bool find_children(struct trace *t) {
  pomp_index_free(&t->children);
  t->children = (struct pomp_index){0};
  if (!pomp_index_room(&t->children, t->node_count))
    return false;
  for (uint32_t i = 0; i < t->node_count; i++) {
    const struct trace_node *n = &t->nodes[i];
    struct wanted w = {.nodes = t->nodes, .parent = n->parent, .location = n->location, .key = n->key};
    uint32_t hash = hash_child(n->parent, n->location, n->key);
    struct pomp_slot *slot = pomp_index_find(&t->children, hash, is_child, &w);
    if (!slot->number) /* the first of several that are the same */
      pomp_index_put(&t->children, slot, hash, i);
  }
  return true;
}

enum mark { KEPT, DROPPED, ON_THE_WAY, LEADS_UP };

/* The parents' numbers become indices. Parents are older than their children, but may have a greater number. */
static void find_parents(struct trace *t, unsigned char *marks) {
  for (uint32_t i = 0; i < t->node_count; i++) {
    struct trace_node *n = &t->nodes[i];
    uint32_t parent = n->parent ? trace_node_find(t, n->parent) : TRACE_NO_NODE;
    if ((n->parent == 0) != (n->key == 0) || (n->parent && parent == TRACE_NO_NODE) || parent == i)
      marks[i] = DROPPED;
    n->parent = parent;
  }
}

/* Marks what is below something dropped, and circles: the way up from any node must end at a root. Each node is walked
 * over twice. */
static void mark_all(const struct trace *t, unsigned char *marks) {
  for (uint32_t i = 0; i < t->node_count; i++) {
    uint32_t at = i;
    for (; at != TRACE_NO_NODE && marks[at] == KEPT; at = t->nodes[at].parent)
      marks[at] = ON_THE_WAY;
    unsigned char found = at == TRACE_NO_NODE || marks[at] == LEADS_UP ? LEADS_UP : DROPPED;
    for (at = i; at != TRACE_NO_NODE && marks[at] == ON_THE_WAY; at = t->nodes[at].parent)
      marks[at] = found;
  }
}

/* Takes out what is dropped. `moved` has room for all indices. */
static void take_out(struct trace *t, const unsigned char *marks, uint32_t *moved) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < t->node_count; i++) {
    moved[i] = kept;
    if (marks[i] != DROPPED)
      t->nodes[kept++] = t->nodes[i];
  }
  for (uint32_t i = 0; i < kept; i++)
    if (t->nodes[i].parent != TRACE_NO_NODE)
      t->nodes[i].parent = moved[t->nodes[i].parent];
  t->call_paths_missing += t->node_count - kept;
  t->node_count = kept;
}

/* Takes out the streams of locations that have no root: nothing in them means anything. */
static void drop_streams(struct trace *t) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < t->stream_count; i++) {
    const struct trace_stream *s = &t->streams[i];
    if (s->location == POMP_TRACE_DEFINITIONS || trace_child(t, TRACE_NO_NODE, s->location, 0) != TRACE_NO_NODE)
      t->streams[kept++] = *s;
    else
      for (uint32_t k = 0; k < s->count; k++)
        t->spoilt[t->chunks[s->first + k].index] = 1;
  }
  t->stream_count = kept;
}

bool trace_drop_call_paths(struct trace *t, unsigned char *marks) {
  uint32_t before = t->node_count;
  mark_all(t, marks);
  uint32_t *moved = malloc((before + 1ull) * sizeof *moved);
  if (moved)
    take_out(t, marks, moved);
  free(moved);
  if (!moved || (t->node_count != before && !find_numbers(t)) || !find_children(t))
    return false;
  drop_streams(t);
  return true;
}

bool trace_link_call_paths(struct trace *t, char *error, size_t size) {
  if (t->node_count)
    qsort(t->nodes, t->node_count, sizeof *t->nodes, compare_nodes);
  bool good = find_numbers(t);
  unsigned char *marks = good ? calloc(t->node_count + 1ull, 1) : NULL;
  if (marks)
    find_parents(t, marks);
  good = marks && trace_drop_call_paths(t, marks);
  free(marks);
  return good || FAIL(error, size, "not enough memory");
}
