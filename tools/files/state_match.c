/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* state_match.c - finds processes, locations, constructs, call paths and metrics of an earlier state in a later one. */
#include "files/state_match.h"
#include "pomp_index.h"

#include <stdlib.h>
#include <string.h>

uint32_t same_process(const struct experiment *e, const struct process *p, uint32_t at) {
  for (uint32_t i = 0; i < e->process_count; i++) {
    const uint32_t k = (at + i) % e->process_count;
    const struct pomp_header *h = &e->processes[k].header;
    if (h->pid == p->header.pid && h->rank == p->header.rank && h->pid_start == p->header.pid_start)
      return k;
  }
  return NO_PROCESS;
}

static void find_locations(struct state_match *same, const struct experiment *now, const struct experiment *before) {
  for (uint32_t i = 0; i < before->process_count; i++) {
    const struct process *b = &before->processes[i];
    const uint32_t at = same->process[i] = same_process(now, b, i);
    const struct process *p = at != NO_PROCESS ? &now->processes[at] : NULL;
    for (uint32_t k = 0; k < b->location_count; k++)
      same->location[b->first_location + k] = p && k < p->location_count ? p->first_location + k : NO_LOCATION;
  }
}

/* --- constructs --- */

bool same_construct(const struct construct *a, const struct construct *b) {
  if (!a || !b)
    return a == b;
  return a->begin_line1 == b->begin_line1 && a->is_site == b->is_site && a->address == b->address &&
         strcmp(a->name, b->name) == 0 && strcmp(a->sub_name, b->sub_name) == 0 && strcmp(a->file, b->file) == 0 &&
         strcmp(a->function, b->function) == 0 && strcmp(a->place, b->place) == 0 &&
         (!a->is_site || strcmp(a->module, b->module) == 0);
}

static uint32_t hash_construct(const struct construct *c) {
  const uint64_t hash = pomp_hash_text(pomp_hash_text(pomp_hash_text(0, c->file), c->function), c->name);
  return pomp_hash(hash, (uint32_t)c->begin_line1);
}

struct wanted_construct {
  const struct experiment *in;
  const struct construct *construct;
};
static bool is_wanted_construct(const void *context, uint32_t i) {
  const struct wanted_construct *w = context;
  return same_construct(&w->in->constructs[i], w->construct);
}

/* Most often a construct has its number still. */
static bool find_constructs(struct state_match *same, const struct experiment *now, const struct experiment *before) {
  struct pomp_index by_what = {.slots = NULL};
  if (!pomp_index_room(&by_what, now->construct_count + 1ull))
    return false;
  for (uint32_t i = 0; i < now->construct_count; i++) {
    const struct wanted_construct w = {now, &now->constructs[i]};
    const uint32_t hash = hash_construct(w.construct);
    struct pomp_slot *slot = pomp_index_find(&by_what, hash, is_wanted_construct, &w);
    if (!slot->number)
      pomp_index_put(&by_what, slot, hash, i);
  }
  for (uint32_t i = 0; i < before->construct_count; i++) {
    const struct wanted_construct w = {now, &before->constructs[i]};
    const bool stays = i < now->construct_count && same_construct(&now->constructs[i], w.construct);
    same->construct[i + 1] =
        stays ? i + 1 : pomp_index_find(&by_what, hash_construct(w.construct), is_wanted_construct, &w)->number;
  }
  pomp_index_free(&by_what);
  return true;
}

/* --- call paths --- */

struct wanted_node {
  const struct experiment *in;
  uint32_t parent, location, key;
};
static bool is_wanted_node(const void *context, uint32_t i) {
  const struct wanted_node *w = context;
  const struct node *n = &w->in->nodes[i];
  return n->parent == w->parent && n->location == w->location && n->key == w->key;
}

static uint32_t hash_node(const struct wanted_node *w) { return pomp_hash(pomp_hash(w->parent, w->location), w->key); }

/* A location's root has no parent. A path comes after the one around it. */
static bool find_nodes(struct state_match *same, const struct experiment *now, const struct experiment *before) {
  struct pomp_index paths = {.slots = NULL};
  if (!pomp_index_room(&paths, now->node_count + 1ull))
    return false;
  for (uint32_t i = 0; i < now->node_count; i++) {
    const struct node *n = &now->nodes[i];
    const struct wanted_node w = {now, n->parent, n->location, n->key};
    const uint32_t hash = hash_node(&w);
    struct pomp_slot *slot = pomp_index_find(&paths, hash, is_wanted_node, &w);
    if (!slot->number)
      pomp_index_put(&paths, slot, hash, i);
  }
  for (uint32_t i = 0; i < before->node_count; i++) {
    const struct node *n = &before->nodes[i];
    const uint32_t parent = n->parent == NO_NODE ? NO_NODE : same->node[n->parent];
    const struct wanted_node w = {now, parent, same->location[n->location],
                                  n->parent == NO_NODE ? n->key : state_match_key(same, n->key)};
    const bool is_there = w.location != NO_LOCATION && (n->parent == NO_NODE || (parent != NO_NODE && w.key));
    const uint32_t number = is_there ? pomp_index_find(&paths, hash_node(&w), is_wanted_node, &w)->number : 0;
    same->node[i] = number ? number - 1 : NO_NODE;
  }
  pomp_index_free(&paths);
  return true;
}

static void find_metrics(struct state_match *same, const struct experiment *now, const struct experiment *before) {
  for (uint32_t i = 0; i < before->metric_count; i++) {
    same->metric[i] = METRICS;
    for (uint32_t k = 0; k < now->metric_count; k++)
      if (strcmp(before->metrics[i].name, now->metrics[k].name) == 0)
        same->metric[i] = k;
  }
}

bool state_match_find(struct state_match *same, const struct experiment *now, const struct experiment *before) {
  *same = (struct state_match){.process = calloc(before->process_count + 1ull, sizeof *same->process),
                               .location = calloc(before->location_count + 1ull, sizeof *same->location),
                               .construct = calloc(before->construct_count + 1ull, sizeof *same->construct),
                               .node = calloc(before->node_count + 1ull, sizeof *same->node),
                               .metric = calloc(before->metric_count + 1ull, sizeof *same->metric),
                               .construct_count = before->construct_count};
  if (!same->process || !same->location || !same->construct || !same->node || !same->metric)
    return false;
  find_locations(same, now, before);
  find_metrics(same, now, before);
  return find_constructs(same, now, before) && find_nodes(same, now, before);
}

void state_match_free(struct state_match *same) {
  free(same->process);
  free(same->location);
  free(same->construct);
  free(same->node);
  free(same->metric);
  *same = (struct state_match){.process = NULL};
}
