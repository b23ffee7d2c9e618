/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* regions.c - regions, and what each location has of them.
 * Not here: call paths (paths.c). */
#include "pomp_array.h"
#include "pomp_index.h"
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

static bool is_key(const void *context, uint32_t i) {
  const uint32_t *const *keys = context;
  return keys[0][i] == *keys[1];
}

/* Collects the keys of all nodes in their order, each once. */
static bool find_keys(struct analysis *a) {
  const struct experiment *e = a->experiment;
  struct pomp_index index = {NULL, 0, 0};
  uint32_t room = 0, last = 0;
  bool good = true;
  for (uint32_t i = 0; good && i < e->node_count; i++) {
    uint32_t key = e->nodes[i].key;
    if (is_blame(&e->nodes[i]) || (a->region_count && key == last))
      continue;
    uint32_t hash = pomp_hash(key, 0);
    good = pomp_index_room(&index, a->region_count + 1ull) && POMP_ARRAY_ROOM(a->keys, room, a->region_count + 1ull);
    const uint32_t *wanted[] = {a->keys, &key};
    struct pomp_slot *slot = pomp_index_find(&index, hash, is_key, wanted);
    if (good && !slot->number) {
      pomp_index_put(&index, slot, hash, a->region_count);
      a->keys[a->region_count++] = key;
    }
    last = key;
  }
  pomp_index_free(&index);
  if (good)
    qsort(a->keys, a->region_count, sizeof *a->keys, by_key);
  return good;
}

bool regions_find(struct analysis *a) {
  const struct experiment *e = a->experiment;
  if (!find_keys(a))
    return false;
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

static bool find_outermost(const struct analysis *a, bool *outermost) {
  const struct experiment *e = a->experiment;
  size_t count = e->node_count;
  uint32_t *links = malloc(2 * count * sizeof *links);
  struct walk w = {a, links, links ? links + count : NULL, calloc(a->region_count, sizeof *w.inside), outermost};
  bool good = links && w.inside;
  if (good) {
    memset(links, 0xff, 2 * count * sizeof *links); /* NO_NODE */
    for (uint32_t i = e->node_count; i-- > 0;)
      if (experiment_is_part(e, i)) {
        w.sibling[i] = w.child[e->nodes[i].parent];
        w.child[e->nodes[i].parent] = i;
      }
    for (uint32_t i = 0; i < e->node_count; i++)
      if (!is_blame(&e->nodes[i]) && !experiment_is_part(e, i))
        walk_from(&w, i);
  }
  free(links);
  free(w.inside);
  return good;
}

/* --- shares --- */

/* Returns the number that a node is sorted by. */
static uint32_t location_of(const struct analysis *a, uint32_t node) { return a->experiment->nodes[node].location; }
static uint32_t region_of(const struct analysis *a, uint32_t node) { return a->paths[a->node_path[node]].region; }

/* Sorts nodes by a number that is less than `bound`; those with the same one stay in their order. */
static void sort_by(const struct analysis *a, uint32_t (*number)(const struct analysis *, uint32_t), uint32_t bound,
                    const uint32_t *nodes, uint32_t count, uint32_t *sorted, uint32_t *begin) {
  memset(begin, 0, (bound + 1ull) * sizeof *begin);
  for (uint32_t i = 0; i < count; i++)
    begin[number(a, nodes[i]) + 1]++;
  for (uint32_t i = 0; i < bound; i++)
    begin[i + 1] += begin[i];
  for (uint32_t i = 0; i < count; i++)
    sorted[begin[number(a, nodes[i])]++] = nodes[i];
}

/* Lists the nodes by region, and those of a region by location. False: no memory. */
static bool order_nodes(const struct analysis *a, uint32_t *order, uint32_t *count) {
  const struct experiment *e = a->experiment;
  uint32_t bound = e->location_count > a->region_count ? e->location_count : a->region_count;
  uint32_t *other = calloc(e->node_count, sizeof *other), *begin = malloc((bound + 1ull) * sizeof *begin);
  bool good = other && begin;
  *count = 0;
  for (uint32_t i = 0; good && i < e->node_count; i++)
    if (!is_blame(&e->nodes[i]))
      order[(*count)++] = i;
  if (good) {
    sort_by(a, location_of, e->location_count, order, *count, other, begin);
    sort_by(a, region_of, a->region_count, other, *count, order, begin);
  }
  free(other);
  free(begin);
  return good;
}

/* Makes the share that a node alone would be. */
static struct share share_of(const struct analysis *a, uint32_t node, bool outermost, uint32_t row) {
  struct share s = {region_of(a, node), location_of(a, node), a->nodes[node]};
  metrics_give(a, &s.totals, OF_SHARES, row);
  for (uint32_t k = 0; k < s.totals.metric_count; k++)
    s.totals.metrics[k] =
        (struct metric_sum){outermost ? a->nodes[node].metrics[k].inclusive : 0, a->nodes[node].metrics[k].exclusive};
  if (!outermost)
    s.totals.inclusive = 0;
  return s;
}

static bool find_shares(struct analysis *a, const bool *outermost) {
  const struct experiment *e = a->experiment;
  uint32_t *order = calloc(e->node_count, sizeof *order), count = 0;
  a->shares = malloc(e->node_count * sizeof *a->shares);
  a->node_share = malloc(e->node_count * sizeof *a->node_share);
  bool good =
      order && a->shares && a->node_share && metrics_room(a, OF_SHARES, e->node_count) && order_nodes(a, order, &count);
  for (uint32_t i = 0; good && a->shares && a->node_share && i < count; i++) {
    struct share *last = a->share_count ? &a->shares[a->share_count - 1] : NULL;
    const struct share s = share_of(a, order[i], outermost[order[i]], i);
    if (last && last->region == s.region && last->location == s.location)
      totals_add(&last->totals, &s.totals);
    else
      a->shares[a->share_count++] = s;
    a->node_share[order[i]] = a->share_count - 1;
  }
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
  bool *outermost = calloc(a->experiment->node_count, sizeof *outermost);
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
