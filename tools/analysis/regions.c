/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* regions.c - regions, and what each location has of them.
 * Not here: call paths (paths.c). */
#include "halves.h"
#include "large.h"
#include "pomp_names.h"
#include "pomp_text.h"
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

/* Without recursion all visits are outermost, and no array says so. */
static bool find_outermost(struct analysis *a) {
  size_t count = a->experiment->node_count;
  struct walk w = {.a = a, .inside = calloc(a->region_count, sizeof *w.inside)};
  uint32_t *links = NULL;
  bool good = w.inside != NULL;
  if (good && is_recursive(&w)) {
    links = large_malloc(2 * count, sizeof *links);
    a->outermost = large_malloc(count, sizeof *a->outermost);
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

/* --- shares --- */

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

/* Lists the nodes by location. False: no memory. */
static bool sort_by_location(const struct experiment *e, uint32_t *sorted) {
  uint32_t *begin = calloc(e->location_count + 1ull, sizeof *begin);
  for (uint32_t i = 0; begin && i < e->node_count; i++)
    begin[e->nodes[i].location + 1]++;
  for (uint32_t i = 0; begin && i < e->location_count; i++)
    begin[i + 1] += begin[i];
  for (uint32_t i = 0; begin && i < e->node_count; i++)
    sorted[begin[e->nodes[i].location]++] = i;
  free(begin);
  return begin != NULL;
}

__extension__ typedef unsigned __int128 wide;

/* It is the share of a region at the location whose nodes are gone through, and what the shares before it add up to.
 * Their sums are exact, as long as none is divided. */
struct current {
  struct share share;
  uint64_t inclusive, time;
  wide inclusives, exclusives, waits;
  bool shared;
};

static void spread_add(struct spread *s, uint64_t value, wide *sum, bool first) {
  s->min = first || value < s->min ? value : s->min;
  s->max = value > s->max ? value : s->max;
  *sum += value;
}

/* Puts the share that is complete to the others of its region. */
static void end_share(struct analysis *a, struct region *r, struct current *c) {
  if (!c->share.nodes)
    return;
  bool first = r->shares == 0;
  uint32_t at = r->first_share + r->shares++;
  spread_add(&r->inclusive, c->inclusive, &c->inclusives, first);
  spread_add(&r->exclusive, c->share.exclusive, &c->exclusives, first);
  spread_add(&r->wait, c->share.wait, &c->waits, first);
  r->totals.inclusive = plus(r->totals.inclusive, c->inclusive);
  a->shares[at] = c->share;
  if (c->shared)
    a->share_times[at] = c->time;
}

static void add_node(struct analysis *a, struct region *r, struct current *c, uint32_t i) {
  const struct node_times *t = &a->nodes[i];
  uint32_t location = a->experiment->nodes[i].location;
  if (!c->share.nodes || c->share.location != location) {
    uint32_t next = c->share.first + c->share.nodes;
    end_share(a, r, c);
    c->share = (struct share){.location = location, .first = next};
    c->inclusive = c->time = 0;
  }
  a->share_nodes[c->share.first + c->share.nodes++] = i;
  c->share.exclusive = plus(c->share.exclusive, t->exclusive);
  c->share.wait = plus(c->share.wait, t->wait);
  if (!a->outermost || a->outermost[i])
    c->inclusive = plus(c->inclusive, t->inclusive);
  if (c->shared)
    c->time = plus(c->time, t->inclusive - a->barriers[i]);
}

/* Each region's shares have room for as many as it has nodes. */
static void begin_shares(struct analysis *a, struct current *all) {
  uint32_t first = 0;
  for (uint32_t p = 0; p < a->path_count; p++) {
    a->regions[a->paths[p].region].first_share += a->paths[p].nodes; /* until now how many nodes it has */
    totals_add(&a->regions[a->paths[p].region].totals, &a->paths[p].totals);
  }
  for (uint32_t r = 0; r < a->region_count; r++) {
    struct region *region = &a->regions[r];
    uint32_t nodes = region->first_share;
    region->first_share = all[r].share.first = first;
    region->totals.inclusive = 0;
    all[r].shared = pomp_role_is(region->role, POMP_IS_SHARED);
    first += nodes;
  }
}

/* The rounded quotient may pass the bounds by a hair. */
static double mean_of(const struct spread *s, wide sum, uint32_t count) {
  double mean = count ? (double)sum / count : 0, min = (double)s->min, max = (double)s->max;
  return mean < min ? min : mean > max ? max : mean;
}

static void end_shares(struct analysis *a, struct current *all) {
  for (uint32_t i = 0; i < a->region_count; i++) {
    struct region *r = &a->regions[i];
    end_share(a, r, &all[i]);
    r->inclusive.mean = mean_of(&r->inclusive, all[i].inclusives, r->shares);
    r->exclusive.mean = mean_of(&r->exclusive, all[i].exclusives, r->shares);
    r->wait.mean = mean_of(&r->wait, all[i].waits, r->shares);
  }
}

/* The metrics of regions are those of their paths, but for what recursive visits have counted twice. */
static void leave_out_inner(struct analysis *a) {
  const uint32_t metrics = a->experiment->metric_count;
  for (uint32_t i = 0; metrics && a->outermost && i < a->experiment->node_count; i++) {
    if (a->outermost[i] || a->node_path[i] == NO_PATH)
      continue;
    struct totals *t = &a->regions[a->paths[a->node_path[i]].region].totals;
    for (uint32_t k = 0; k < metrics; k++)
      t->metrics[k].inclusive =
          difference_of(t->metrics[k].inclusive, a->sums[OF_NODES][(size_t)i * metrics + k].inclusive);
  }
}

struct shares {
  struct analysis *a;
  struct current *all;
  const uint32_t *sorted;
  uint32_t middle; /* a region; about half of the nodes belong to those before it */
};

/* Two threads have the regions before the middle one and the others. Nodes of neighbouring regions mostly stand next to
 * each other, so that neither has to fetch what the other needs. Roots have a region of their own, so they may come
 * first. */
static void add_nodes(void *context, int half, uint32_t from, uint32_t to) {
  const struct shares *s = context;
  struct analysis *a = s->a;
  const uint32_t count = a->experiment->node_count;
  bool alone = from == 0 && to == count;
  for (uint32_t k = 0; k < count; k++) {
    uint32_t i = s->sorted ? s->sorted[k] : k, path = a->node_path[i];
    if (path == NO_PATH)
      continue;
    uint32_t region = a->paths[path].region;
    if (alone || (region >= s->middle) == half)
      add_node(a, &a->regions[region], &s->all[region], i);
  }
}

static bool find_shares(struct analysis *a) {
  const struct experiment *e = a->experiment;
  uint32_t *sorted = e->by_location ? NULL : large_malloc(e->node_count, sizeof *sorted);
  struct current *all = calloc(a->region_count, sizeof *all);
  struct shares s = {a, all, sorted, 0};
  a->shares = large_malloc(e->node_count, sizeof *a->shares);
  a->share_times = large_malloc(e->node_count, sizeof *a->share_times);
  a->share_nodes = large_malloc(e->node_count, sizeof *a->share_nodes);
  bool good = all && a->shares && a->share_times && a->share_nodes && find_barriers(a) &&
              (e->by_location || (sorted && sort_by_location(e, sorted)));
  if (good) {
    begin_shares(a, all);
    while (s.middle < a->region_count && a->regions[s.middle].first_share < e->node_count / 2)
      s.middle++;
    halves_do(e->node_count, add_nodes, &s);
    end_shares(a, all);
    leave_out_inner(a);
  }
  free(sorted);
  free(all);
  return good;
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
static bool sort_regions(struct analysis *a) {
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

bool regions_add_up(struct analysis *a) { return find_outermost(a) && find_shares(a) && sort_regions(a); }

uint32_t analysis_region(const struct analysis *a, uint32_t key) {
  const uint32_t *at = bsearch(&key, a->keys, a->region_count, sizeof *at, by_key);
  return at ? a->by_key[at - a->keys] : NO_REGION;
}

const struct region *analysis_part(const struct analysis *a, const struct region *r, uint32_t role) {
  uint32_t found = r->key ? analysis_region(a, POMP_KEY(POMP_KEY_CONSTRUCT(r->key), role)) : NO_REGION;
  return found == NO_REGION ? NULL : &a->regions[found];
}
