/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* regions.c - regions, and what each location has of them.
 * Not here: call paths (paths.c). */
#include "large.h"
#include "pomp_names.h"
#include "steps.h"

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

/* Walks over all that is part of one node: what its thread does there, without tasks and without the other members
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

static bool find_outermost(const struct analysis *a, bool *outermost) {
  size_t count = a->experiment->node_count;
  uint32_t *links = malloc(2 * count * sizeof *links);
  struct walk w = {a, links, links ? links + count : NULL, calloc(a->region_count, sizeof *w.inside), outermost};
  bool good = links && w.inside;
  if (good && is_recursive(&w))
    walk_all(&w);
  else
    memset(outermost, true, count);
  free(links);
  free(w.inside);
  return good;
}

/* --- shares --- */

/* Sorts nodes by their numbers, which are less than `bound`; those with the same one stay in their order. */
static void sort_by(const uint32_t *number, uint32_t bound, const uint32_t *nodes, uint32_t count, uint32_t *sorted,
                    uint32_t *begin) {
  memset(begin, 0, (bound + 1ull) * sizeof *begin);
  for (uint32_t i = 0; i < count; i++)
    begin[number[nodes[i]] + 1]++;
  for (uint32_t i = 0; i < bound; i++)
    begin[i + 1] += begin[i];
  for (uint32_t i = 0; i < count; i++)
    sorted[begin[number[nodes[i]]]++] = nodes[i];
}

/* Lists the nodes by region, and those of a region by location. False: no memory. */
static bool order_nodes(const struct analysis *a, uint32_t *order, uint32_t *count) {
  const struct experiment *e = a->experiment;
  uint32_t bound = e->location_count > a->region_count ? e->location_count : a->region_count;
  uint32_t *other = large_malloc(e->node_count, sizeof *other), *number = large_malloc(e->node_count, sizeof *number),
           *begin = malloc((bound + 1ull) * sizeof *begin);
  bool good = other && number && begin;
  *count = 0;
  for (uint32_t i = 0; good && i < e->node_count; i++) {
    number[i] = e->nodes[i].location;
    if (a->node_path[i] != NO_PATH)
      order[(*count)++] = i;
  }
  if (good) {
    sort_by(number, e->location_count, order, *count, other, begin);
    for (uint32_t i = 0; i < e->node_count; i++)
      number[i] = a->node_path[i] != NO_PATH ? a->paths[a->node_path[i]].region : 0;
    sort_by(number, a->region_count, other, *count, order, begin);
  }
  free(other);
  free(number);
  free(begin);
  return good;
}

/* Makes the share that a node alone would be. */
static void make_share(const struct analysis *a, struct share *s, uint32_t node, bool outermost, uint32_t row) {
  s->region = a->paths[a->node_path[node]].region;
  s->location = a->experiment->nodes[node].location;
  s->totals = a->nodes[node];
  metrics_give(a, &s->totals, OF_SHARES, row);
  for (uint32_t k = 0; k < s->totals.metric_count; k++)
    s->totals.metrics[k] =
        (struct metric_sum){outermost ? a->nodes[node].metrics[k].inclusive : 0, a->nodes[node].metrics[k].exclusive};
  if (!outermost)
    s->totals.inclusive = 0;
}

static bool find_barriers(struct analysis *a) {
  const struct experiment *e = a->experiment;
  a->barriers = calloc(e->node_count, sizeof *a->barriers); /* mostly not touched */
  for (uint32_t k = 0; a->barriers && k < a->special_count; k++) {
    uint32_t i = a->special[k];
    const struct node *n = &e->nodes[i];
    if (POMP_KEY_ROLE(n->key) == POMP_ROLE_BARRIER && a->node_is_part[i] &&
        POMP_KEY_CONSTRUCT(n->key) == POMP_KEY_CONSTRUCT(e->nodes[n->parent].key))
      a->barriers[n->parent] = plus(a->barriers[n->parent], a->nodes[i].inclusive);
  }
  return a->barriers != NULL;
}

/* The nodes of a region stand far apart in memory, each at another location: they are asked for so many ahead. */
#define AHEAD 12u
static void prefetch(const struct analysis *a, uint32_t node) {
  const char *at = (const char *)&a->nodes[node];
  for (size_t i = 0; i < sizeof *a->nodes; i += 64)
    __builtin_prefetch(at + i);
  __builtin_prefetch(&a->experiment->nodes[node].location);
}

static void make_shares(struct analysis *a, const uint32_t *order, uint32_t count, const bool *outermost) {
  for (uint32_t i = 0; i < count; i++) {
    struct share *last = a->share_count ? &a->shares[a->share_count - 1] : NULL, *s = &a->shares[a->share_count];
    prefetch(a, order[i + AHEAD < count ? i + AHEAD : i]);
    make_share(a, s, order[i], outermost[order[i]], i);
    if (last && last->region == s->region && last->location == s->location)
      totals_add(&last->totals, &s->totals);
    else
      a->share_times[a->share_count++] = 0;
    uint64_t *time = &a->share_times[a->share_count - 1];
    if (pomp_role_is(a->regions[s->region].role, POMP_IS_SHARED))
      *time = plus(*time, a->nodes[order[i]].inclusive - a->barriers[order[i]]);
  }
}

static bool find_shares(struct analysis *a, const bool *outermost) {
  const struct experiment *e = a->experiment;
  uint32_t *order = large_malloc(e->node_count, sizeof *order), count = 0;
  a->shares = large_malloc(e->node_count, sizeof *a->shares);
  a->share_times = large_malloc(e->node_count + 1ull, sizeof *a->share_times);
  bool good = order && a->shares && a->share_times && find_barriers(a) && metrics_room(a, OF_SHARES, e->node_count) &&
              order_nodes(a, order, &count);
  if (good && a->shares)
    make_shares(a, order, count, outermost);
  for (uint32_t i = 0; good && a->shares && i < a->share_count; i++) {
    struct region *r = &a->regions[a->shares[i].region];
    if (r->shares++ == 0)
      r->first_share = i;
    totals_add(&r->totals, &a->shares[i].totals);
  }
  free(order);
  return good;
}

static void spread_add(struct spread *s, uint64_t value, uint32_t index, uint32_t count) {
  s->min = index == 0 || value < s->min ? value : s->min;
  s->max = value > s->max ? value : s->max;
  s->mean += (double)value / count;
  /* The sum of rounded quotients may pass the bounds by a hair. */
  if (index + 1 == count)
    s->mean = s->mean<(double)s->min ? (double)s->min : s->mean>(double) s->max ? (double)s->max : s->mean;
}

static int by_exclusive(const void *x, const void *y) {
  const struct region *a = x, *b = y;
  if (!a->key != !b->key)
    return a->key ? 1 : -1; /* the root first */
  if (a->totals.exclusive != b->totals.exclusive)
    return a->totals.exclusive < b->totals.exclusive ? 1 : -1;
  return a->key < b->key ? -1 : a->key > b->key;
}

/* Sorts the regions for people, and lets shares and paths follow. */
static bool sort_regions(struct analysis *a) {
  for (uint32_t i = 0; i < a->region_count; i++) {
    struct region *r = &a->regions[i];
    for (uint32_t k = 0; k < r->shares; k++) {
      const struct totals *t = &a->shares[r->first_share + k].totals;
      spread_add(&r->inclusive, t->inclusive, k, r->shares);
      spread_add(&r->exclusive, t->exclusive, k, r->shares);
      spread_add(&r->wait, t->wait, k, r->shares);
    }
  }
  a->by_key = malloc(a->region_count * sizeof *a->by_key);
  if (!a->by_key)
    return false;
  qsort(a->regions, a->region_count, sizeof *a->regions, by_exclusive);
  for (uint32_t i = 0; i < a->region_count; i++)
    a->by_key[regions_at(a, a->regions[i].key)] = i;
  for (uint32_t i = 0; i < a->share_count; i++)
    a->shares[i].region = a->by_key[a->shares[i].region];
  for (uint32_t i = 0; i < a->path_count; i++)
    a->paths[i].region = a->by_key[a->paths[i].region];
  return true;
}

bool regions_add_up(struct analysis *a) {
  bool *outermost = large_malloc(a->experiment->node_count, sizeof *outermost);
  bool good = outermost && find_outermost(a, outermost) && find_shares(a, outermost) && sort_regions(a);
  free(outermost);
  return good;
}

uint32_t analysis_region(const struct analysis *a, uint32_t key) {
  const uint32_t *at = bsearch(&key, a->keys, a->region_count, sizeof *at, by_key);
  return at ? a->by_key[at - a->keys] : NO_REGION;
}

const struct region *analysis_part(const struct analysis *a, const struct region *r, uint32_t role) {
  uint32_t found = r->key ? analysis_region(a, POMP_KEY(POMP_KEY_CONSTRUCT(r->key), role)) : NO_REGION;
  return found == NO_REGION ? NULL : &a->regions[found];
}
