/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tau_stacks.c - makes the stacks of a location from its nodes, and finds its place.
 * Not here: what is written (tau.c). */
#include "commands/convert/tau.h"
#include "pomp_index.h"

#include <stdlib.h>
#include <string.h>

/* Finds stacks by their call paths, and by their parents and regions. */
struct lookup {
  struct tau_stacks *s;
  struct pomp_index by_path, by_parent;
  struct visited {
    uint32_t path, stack;
  } *visited; /* the call paths that the location has visited, and their stacks */
  uint32_t count;
  uint32_t path, parent, region; /* what is looked for */
  const uint32_t *same;          /* the first region that is called so, by region */
};

static bool is_path(const void *context, uint32_t i) {
  const struct lookup *l = context;
  return l->visited[i].path == l->path;
}

static bool is_child(const void *context, uint32_t i) {
  const struct lookup *l = context;
  return i && l->s->all[i].parent == l->parent && l->s->all[i].region == l->region;
}

/* Returns the call path's slot, which is free if the location has not visited it. */
static struct pomp_slot *slot_of(struct lookup *l, uint32_t path) {
  l->path = path;
  return pomp_index_find(&l->by_path, pomp_hash(path, 0), is_path, l);
}

/* Returns the stack that has one frame more than another one. */
static uint32_t stack_above(struct lookup *l, uint32_t parent, uint32_t region) {
  struct tau_stacks *s = l->s;
  const uint32_t hash = pomp_hash(parent, region);
  l->parent = parent;
  l->region = region;
  struct pomp_slot *slot = pomp_index_find(&l->by_parent, hash, is_child, l);
  if (!slot->number) {
    bool outermost = true;
    for (uint32_t i = parent; i && outermost; i = s->all[i].parent)
      outermost = s->all[i].region != region;
    s->all[s->count] = (struct tau_stack){.region = region, .parent = parent, .outermost = outermost};
    pomp_index_put(&l->by_parent, slot, hash, s->count++);
  }
  return slot->number - 1;
}

/* Returns the stack of a call path, of which those above that the location has visited have theirs. */
static uint32_t stack_of(struct lookup *l, const struct analysis *a, uint32_t path) {
  const struct pomp_slot *known = slot_of(l, path);
  if (known->number)
    return l->visited[known->number - 1].stack;
  uint32_t parent = 0;
  for (uint32_t above = path; above && !parent;) {
    above = a->paths[above].parent;
    const struct pomp_slot *slot = slot_of(l, above);
    parent = slot->number ? l->visited[slot->number - 1].stack : 0;
  }
  const uint32_t stack = path ? stack_above(l, parent, l->same[a->paths[path].region]) : 0;
  l->visited[l->count] = (struct visited){path, stack};
  pomp_index_put(&l->by_path, slot_of(l, path), pomp_hash(path, 0), l->count++);
  return stack;
}

static void add_node(struct tau_stacks *s, const struct analysis *a, uint32_t stack, uint32_t node) {
  int64_t *row = &s->exclusive[(size_t)stack * s->metrics];
  s->all[stack].calls += a->experiment->nodes[node].visits;
  row[TAU_TIME] += (int64_t)a->nodes[node].exclusive;
  row[TAU_WAIT] += (int64_t)a->nodes[node].wait;
  for (uint32_t m = TAU_COUNTERS; m < s->metrics; m++)
    row[m] += a->sums[OF_NODES][(size_t)node * a->experiment->metric_count + m - TAU_COUNTERS].exclusive;
}

/* Nodes come depth first, so that the call paths above are known already. */
static bool find(struct tau_stacks *s, const struct analysis *a, const uint32_t *same, const uint32_t *nodes,
                 uint32_t count) {
  struct lookup l = {.s = s, .same = same, .visited = malloc((count + 1ull) * sizeof *l.visited)};
  bool good = l.visited && pomp_index_room(&l.by_path, count + 1ull) && pomp_index_room(&l.by_parent, count + 1ull);
  s->all[0] = (struct tau_stack){.outermost = true};
  s->count = 1;
  for (uint32_t k = 0; good && k < count; k++)
    add_node(s, a, stack_of(&l, a, a->node_path[nodes[k]]), nodes[k]);
  free(l.visited);
  pomp_index_free(&l.by_path);
  pomp_index_free(&l.by_parent);
  return good;
}

static void add_up(struct tau_stacks *s) {
  if (!s->all[0].calls)
    s->all[0].calls = 1; /* TAU's readers pass over what was never called, and the root has the location's time */
  memcpy(s->inclusive, s->exclusive, (size_t)s->count * s->metrics * sizeof *s->inclusive);
  for (uint32_t i = s->count; i-- > 1;) {
    const uint32_t parent = s->all[i].parent;
    s->all[parent].subroutines += s->all[i].calls;
    for (uint32_t m = 0; m < s->metrics; m++)
      s->inclusive[(size_t)parent * s->metrics + m] += s->inclusive[(size_t)i * s->metrics + m];
  }
}

static int by_region(const void *x, const void *y, void *context) {
  const struct tau_stacks *s = context;
  const uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
  if (s->all[a].region != s->all[b].region)
    return s->all[a].region < s->all[b].region ? -1 : 1;
  return a < b ? -1 : a > b;
}

bool tau_stacks_find(struct tau_stacks *s, const struct analysis *a, const uint32_t *same,
                     const struct location_nodes *nodes, uint32_t location) {
  const uint32_t first = nodes->first[location], count = nodes->first[location + 1] - first;
  *s = (struct tau_stacks){.metrics = TAU_COUNTERS + a->experiment->metric_count};
  s->all = calloc(count + 1ull, sizeof *s->all);
  s->exclusive = calloc((count + 1ull) * s->metrics, sizeof *s->exclusive);
  s->inclusive = calloc((count + 1ull) * s->metrics, sizeof *s->inclusive);
  s->order = calloc(count + 1ull, sizeof *s->order);
  if (!s->all || !s->exclusive || !s->inclusive || !s->order || !find(s, a, same, nodes->nodes + first, count))
    return false;
  add_up(s);
  for (uint32_t i = 0; i < s->count; i++)
    s->order[i] = i;
  qsort_r(s->order, s->count, sizeof *s->order, by_region, s);
  return true;
}

void tau_stacks_free(struct tau_stacks *s) {
  free(s->all);
  free(s->exclusive);
  free(s->inclusive);
  free(s->order);
}

struct tau_place *tau_places(const struct experiment *e) {
  struct tau_place *places = calloc(e->location_count + 1ull, sizeof *places);
  for (uint32_t i = 0; places && i < e->process_count; i++)
    for (uint32_t k = 0; k < e->processes[i].location_count; k++)
      places[e->processes[i].first_location + k] = (struct tau_place){e->processes[i].header.rank, k};
  return places;
}
