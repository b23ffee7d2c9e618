/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* regions.c - regions, and what each location has of them.
 * Not here: call paths (paths.c). */
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

bool regions_find(struct analysis *a) {
  const struct experiment *e = a->experiment;
  uint32_t *keys = malloc((e->node_count + 1ull) * sizeof *keys), used = 0, count = 0;
  if (!keys)
    return false;
  for (uint32_t i = 0; i < e->node_count; i++)
    if (!is_blame(&e->nodes[i]))
      keys[used++] = e->nodes[i].key;
  qsort(keys, used, sizeof *keys, by_key);
  for (uint32_t i = 0; i < used; i++)
    if (i == 0 || keys[i] != keys[i - 1])
      keys[count++] = keys[i];
  a->regions = calloc(count, sizeof *a->regions);
  bool good = a->regions && metrics_room(a, OF_REGIONS, count);
  for (uint32_t i = 0; good && i < count; i++) {
    struct region *r = &a->regions[i];
    r->key = keys[i];
    r->role = POMP_KEY_ROLE(keys[i]);
    r->construct = construct_of(e, keys[i]);
    r->totals = totals_of_nothing;
    metrics_give(a, &r->totals, OF_REGIONS, i);
    pomp_region_name(r->name, sizeof r->name, r->role, r->construct ? r->construct->name : "",
                     r->construct ? r->construct->sub_name : "");
  }
  a->region_count = count;
  free(keys);
  return good;
}

uint32_t regions_at(const struct analysis *a, uint32_t key) {
  const struct region *r = bsearch(&key, a->regions, a->region_count, sizeof *r, by_key);
  return (uint32_t)(r - a->regions);
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

static int by_region_and_location(const void *x, const void *y) {
  const struct share *a = x, *b = y;
  if (a->region != b->region)
    return a->region < b->region ? -1 : 1;
  return a->location < b->location ? -1 : a->location > b->location;
}

static bool find_shares(struct analysis *a, const bool *outermost) {
  const struct experiment *e = a->experiment;
  uint32_t count = 0;
  a->shares = malloc(e->node_count * sizeof *a->shares);
  if (!a->shares || !metrics_room(a, OF_SHARES, e->node_count))
    return false;
  for (uint32_t i = 0; i < e->node_count; i++) {
    if (is_blame(&e->nodes[i]))
      continue;
    struct share *s = &a->shares[count];
    *s = (struct share){a->paths[a->node_path[i]].region, e->nodes[i].location, a->nodes[i]};
    metrics_give(a, &s->totals, OF_SHARES, count++);
    for (uint32_t k = 0; k < s->totals.metric_count; k++)
      s->totals.metrics[k] =
          (struct metric_sum){outermost[i] ? a->nodes[i].metrics[k].inclusive : 0, a->nodes[i].metrics[k].exclusive};
    if (!outermost[i])
      s->totals.inclusive = 0;
  }
  qsort(a->shares, count, sizeof *a->shares, by_region_and_location);
  for (uint32_t i = 0; i < count; i++) {
    struct share *last = a->share_count ? &a->shares[a->share_count - 1] : NULL, *s = &a->shares[i];
    if (last && by_region_and_location(last, s) == 0)
      totals_add(&last->totals, &s->totals);
    else
      a->shares[a->share_count++] = *s;
  }
  for (uint32_t i = 0; i < a->share_count; i++) {
    struct region *r = &a->regions[a->shares[i].region];
    if (r->shares++ == 0)
      r->first_share = i;
    totals_add(&r->totals, &a->shares[i].totals);
  }
  return true;
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
  uint32_t *old_keys = malloc(a->region_count * sizeof *old_keys);
  a->by_key = malloc(a->region_count * sizeof *a->by_key);
  bool good = old_keys && a->by_key;
  if (good) {
    for (uint32_t i = 0; i < a->region_count; i++)
      old_keys[i] = a->regions[i].key;
    qsort(a->regions, a->region_count, sizeof *a->regions, by_exclusive);
    for (uint32_t i = 0; i < a->region_count; i++) {
      const uint32_t *old = bsearch(&a->regions[i].key, old_keys, a->region_count, sizeof *old, by_key);
      a->by_key[old - old_keys] = i;
    }
    for (uint32_t i = 0; i < a->share_count; i++)
      a->shares[i].region = a->by_key[a->shares[i].region];
    for (uint32_t i = 0; i < a->path_count; i++)
      a->paths[i].region = a->by_key[a->paths[i].region];
  }
  free(old_keys);
  return good;
}

bool regions_add_up(struct analysis *a) {
  bool *outermost = calloc(a->experiment->node_count, sizeof *outermost);
  bool good = outermost && find_outermost(a, outermost) && find_shares(a, outermost) && sort_regions(a);
  free(outermost);
  return good;
}

uint32_t analysis_region(const struct analysis *a, uint32_t key) {
  uint32_t low = 0, high = a->region_count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (a->regions[a->by_key[middle]].key < key)
      low = middle + 1;
    else
      high = middle;
  }
  return low < a->region_count && a->regions[a->by_key[low]].key == key ? a->by_key[low] : NO_REGION;
}

const struct region *analysis_part(const struct analysis *a, const struct region *r, uint32_t role) {
  uint32_t found = r->key ? analysis_region(a, POMP_KEY(POMP_KEY_CONSTRUCT(r->key), role)) : NO_REGION;
  return found == NO_REGION ? NULL : &a->regions[found];
}
