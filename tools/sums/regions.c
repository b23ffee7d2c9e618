/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* regions.c - regions, their sums, and how these are spread over locations.
 * Not here: call paths (paths.c), what each location has (shares.c). */
#include "base/huge_pages.h"
#include "pomp_names.h"
#include "pomp_text.h"
#include "sums/analysis_steps.h"

#include <stdlib.h>
#include <string.h>

static const struct construct *construct_of(const struct experiment *e, uint32_t key) {
  return key ? &e->constructs[POMP_KEY_CONSTRUCT(key) - 1] : NULL;
}

static int by_key(const void *x, const void *y) {
  uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
  return a < b ? -1 : a > b;
}

bool regions_find(struct analysis *a, const uint32_t *keys, uint32_t count) {
  const struct experiment *e = a->experiment;
  a->keys = malloc((count + 1ull) * sizeof *a->keys);
  if (!a->keys)
    return false;
  memcpy(a->keys, keys, count * sizeof *keys);
  qsort(a->keys, count, sizeof *a->keys, by_key);
  for (uint32_t i = 0; i < count; i++)
    if (i == 0 || a->keys[i] != a->keys[i - 1])
      a->keys[a->region_count++] = a->keys[i];
  a->regions = calloc(a->region_count, sizeof *a->regions);
  bool good = a->regions && metrics_room(a, OF_REGIONS, a->region_count);
  for (uint32_t i = 0; good && i < a->region_count; i++) {
    struct region *r = &a->regions[i];
    r->key = a->keys[i];
    r->role = POMP_KEY_ROLE(r->key);
    r->construct = construct_of(e, r->key);
    r->totals = totals_of_nothing;
    metrics_give(a, &r->totals, OF_REGIONS, i);
    pomp_region_name(r->name, sizeof r->name, r->role, r->construct ? r->construct->name : "",
                     r->construct ? r->construct->sub_name : "");
    pomp_text_clean(r->name, 0); /* it may have been cut in a character */
  }
  return good;
}

uint32_t regions_at(const struct analysis *a, uint32_t key) {
  const uint32_t *at = bsearch(&key, a->keys, a->region_count, sizeof *at, by_key);
  return (uint32_t)(at - a->keys);
}

/* --- which visits are not inside another visit of their region: only those count for its inclusive time --- */

struct walk {
  const struct analysis *a;
  uint32_t *child, *sibling; /* links between nodes whose time is a part of their parent's */
  uint32_t *inside;          /* by region: how many visits are open */
  bool *outermost;
};

static uint32_t *inside_of(const struct walk *w, uint32_t node) {
  return &w->inside[w->a->paths[w->a->node_path[node]].region];
}

/* Walks over the nodes below a node that its thread executes as part of it, without tasks and without the other members
 * of its teams. */
static void walk_from(const struct walk *w, uint32_t from) {
  const struct node *nodes = w->a->experiment->nodes;
  for (uint32_t at = from;;) {
    w->outermost[at] = (*inside_of(w, at))++ == 0;
    if (w->child[at] != NO_NODE) {
      at = w->child[at];
      continue;
    }
    while (--*inside_of(w, at), at != from && w->sibling[at] == NO_NODE)
      at = nodes[at].parent;
    if (at == from)
      return;
    at = w->sibling[at];
  }
}

/* True if some call path has a region twice. If none has, no visit is inside another one of its region. */
static bool is_recursive(const struct walk *w) {
  const struct analysis *a = w->a;
  for (uint32_t at = 0;;) {
    const struct path *p = &a->paths[at];
    if (w->inside[p->region]++)
      return true;
    if (p->first_child != NO_PATH) {
      at = p->first_child;
      continue;
    }
    while (--w->inside[a->paths[at].region], a->paths[at].parent != NO_PATH && a->paths[at].next_sibling == NO_PATH)
      at = a->paths[at].parent;
    if (a->paths[at].parent == NO_PATH)
      return false;
    at = a->paths[at].next_sibling;
  }
}

static void walk_all(struct walk *w) {
  const struct experiment *e = w->a->experiment;
  memset(w->child, 0xff, 2ull * e->node_count * sizeof *w->child); /* NO_NODE */
  memset(w->inside, 0, w->a->region_count * sizeof *w->inside);
  for (uint32_t i = e->node_count; i-- > 0;)
    if (w->a->node_is_part[i]) {
      w->sibling[i] = w->child[e->nodes[i].parent];
      w->child[e->nodes[i].parent] = i;
    }
  for (uint32_t i = 0; i < e->node_count; i++)
    if (!is_blame(&e->nodes[i]) && !w->a->node_is_part[i])
      walk_from(w, i);
}

/* Without recursion all visits are outermost, and no array says so. */
static bool find_outermost(struct analysis *a) {
  size_t count = a->experiment->node_count;
  struct walk w = {.a = a, .inside = calloc(a->region_count, sizeof *w.inside)};
  uint32_t *links = NULL;
  bool good = w.inside != NULL;
  if (good && is_recursive(&w)) {
    links = huge_pages_malloc(2 * count, sizeof *links);
    a->outermost = huge_pages_malloc(count, sizeof *a->outermost);
    good = links && a->outermost;
    w.child = links;
    w.sibling = links ? links + count : NULL;
    w.outermost = a->outermost;
    if (good)
      walk_all(&w);
  }
  free(links);
  free(w.inside);
  return good;
}

/* --- sums --- */

/* Lists the paths by region, and adds their totals. */
bool regions_list_paths(struct analysis *a) {
  uint32_t first = 0;
  a->region_paths = malloc(a->path_count * sizeof *a->region_paths);
  if (!a->region_paths)
    return false;
  for (uint32_t p = 0; p < a->path_count; p++)
    a->regions[a->paths[p].region].paths++;
  for (uint32_t i = 0; i < a->region_count; i++) {
    a->regions[i].first_path = first;
    first += a->regions[i].paths;
    a->regions[i].paths = 0;
  }
  for (uint32_t p = 0; p < a->path_count; p++) {
    struct region *r = &a->regions[a->paths[p].region];
    a->region_paths[r->first_path + r->paths++] = p;
    totals_add(&r->totals, &a->paths[p].totals);
    r->visit_time = plus(r->visit_time, a->paths[p].totals.inclusive);
  }
  return true;
}

/* Finds how the times of a region are spread over locations. If it has one path, and no location has two nodes of that,
 * the spread of the path's nodes is known, and is the same. */
static void find_spread(const struct analysis *a, struct region *r) {
  const struct path *p = only_path(a, r);
  if (p && p->once) {
    r->shares = p->nodes;
    r->inclusive = p->inclusive;
    r->exclusive = p->exclusive;
    r->wait = p->wait;
    return;
  }
  r->shares = shares_find(a, r);
  const struct share *shares = analysis_shares(a, r);
  struct spreading inclusive = {.min = UINT64_MAX}, exclusive = inclusive, wait = inclusive;
  r->totals.inclusive = 0;
  for (uint32_t i = 0; i < r->shares; i++) {
    spread_add(&inclusive, shares[i].inclusive);
    spread_add(&exclusive, shares[i].exclusive);
    spread_add(&wait, shares[i].wait);
    r->totals.inclusive = plus(r->totals.inclusive, shares[i].inclusive);
  }
  r->inclusive = spread_of(&inclusive, r->shares);
  r->exclusive = spread_of(&exclusive, r->shares);
  r->wait = spread_of(&wait, r->shares);
}

/* The metrics of regions are those of their paths, but for what recursive visits have counted twice. */
static void leave_out_inner(struct analysis *a) {
  const uint32_t metrics = a->experiment->metric_count;
  for (uint32_t i = 0; metrics && a->outermost && i < a->experiment->node_count; i++) {
    if (a->node_path[i] == NO_PATH || a->outermost[i]) /* blame has no path, and is not looked at before */
      continue;
    struct totals *t = &a->regions[a->paths[a->node_path[i]].region].totals;
    for (uint32_t k = 0; k < metrics; k++)
      t->metrics[k].inclusive =
          difference_of(t->metrics[k].inclusive, a->sums[OF_NODES][(size_t)i * metrics + k].inclusive);
  }
}

static bool add_up(struct analysis *a) {
  if (!regions_list_paths(a) || !shares_room(a))
    return false;
  for (uint32_t i = 0; i < a->region_count; i++)
    find_spread(a, &a->regions[i]);
  leave_out_inner(a);
  return true;
}

static int by_exclusive(const void *x, const void *y) {
  const struct region *a = x, *b = y;
  if (!a->key != !b->key)
    return a->key ? 1 : -1; /* the root first */
  if (a->totals.exclusive != b->totals.exclusive)
    return a->totals.exclusive < b->totals.exclusive ? 1 : -1;
  return a->key < b->key ? -1 : a->key > b->key;
}

/* Sorts the regions for people, and lets paths follow. */
bool regions_sort(struct analysis *a) {
  a->by_key = malloc(a->region_count * sizeof *a->by_key);
  if (!a->by_key)
    return false;
  qsort(a->regions, a->region_count, sizeof *a->regions, by_exclusive);
  for (uint32_t i = 0; i < a->region_count; i++)
    a->by_key[regions_at(a, a->regions[i].key)] = i;
  for (uint32_t i = 0; i < a->path_count; i++)
    a->paths[i].region = a->by_key[a->paths[i].region];
  return true;
}

bool regions_add_up(struct analysis *a) { return find_outermost(a) && add_up(a) && regions_sort(a); }

uint32_t analysis_region(const struct analysis *a, uint32_t key) {
  const uint32_t *at = bsearch(&key, a->keys, a->region_count, sizeof *at, by_key);
  return at ? a->by_key[at - a->keys] : NO_REGION;
}

const struct region *analysis_part(const struct analysis *a, const struct region *r, uint32_t role) {
  uint32_t found = r->key ? analysis_region(a, POMP_KEY(POMP_KEY_CONSTRUCT(r->key), role)) : NO_REGION;
  return found == NO_REGION ? NULL : &a->regions[found];
}
