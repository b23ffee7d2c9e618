/* analysis.c - adds an experiment up: by region, by call path, by location.
 * Not here: checks of the data; what comes out of experiment_parse adds up. */
#include "analysis.h"
#include "pomp_names.h"

#include <stdlib.h>
#include <string.h>

static void add(struct totals *to, const struct totals *from) {
  to->visits += from->visits;
  to->inclusive += from->inclusive;
  to->exclusive += from->exclusive;
  to->wait += from->wait;
  to->min = from->min < to->min ? from->min : to->min;
  to->max = from->max > to->max ? from->max : to->max;
  to->open += from->open;
}

static const struct totals nothing = {.min = UINT64_MAX};

static const struct construct *construct_of(const struct experiment *e, uint32_t key) {
  return key ? &e->constructs[POMP_KEY_CONSTRUCT(key) - 1] : NULL;
}

/* Exclusive is inclusive less that of the children. Who reads a running or killed experiment may see a child's last
 * visit and not yet that of the parent, which then lasted at least as long. Ticks become ns before the difference is
 * taken: rounding down keeps it from being negative, and all sums exact. */
static void add_up_nodes(struct analysis *a) {
  const struct experiment *e = a->experiment;
  for (uint32_t i = e->node_count; i-- > 0;) {
    const struct node *n = &e->nodes[i];
    struct totals *t = &a->nodes[i];
    uint64_t children = t->exclusive;
    t->inclusive = experiment_ns(e, n->inclusive);
    t->inclusive = t->inclusive < children ? children : t->inclusive;
    t->exclusive = t->inclusive - children;
    t->visits = n->visits;
    t->min = n->min == UINT64_MAX ? UINT64_MAX : experiment_ns(e, n->min);
    t->max = experiment_ns(e, n->max);
    t->open = n->start != 0;
    const struct construct *c = construct_of(e, n->key);
    t->wait = c && pomp_region_waits(POMP_KEY_ROLE(n->key), c->name) ? t->exclusive : experiment_ns(e, n->wait);
    if (n->parent != NO_NODE)
      a->nodes[n->parent].exclusive += t->inclusive; /* until its turn comes: the sum of its children */
  }
}

/* --- regions --- */

static int by_key(const void *x, const void *y) {
  uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
  return a < b ? -1 : a > b;
}

static bool find_regions(struct analysis *a) {
  const struct experiment *e = a->experiment;
  uint32_t *keys = malloc((e->node_count + 1ull) * sizeof *keys), count = 0;
  if (!keys)
    return false;
  for (uint32_t i = 0; i < e->node_count; i++)
    keys[i] = e->nodes[i].key;
  qsort(keys, e->node_count, sizeof *keys, by_key);
  for (uint32_t i = 0; i < e->node_count; i++)
    if (i == 0 || keys[i] != keys[i - 1])
      keys[count++] = keys[i];
  a->regions = calloc(count, sizeof *a->regions);
  for (uint32_t i = 0; a->regions && i < count; i++) {
    struct region *r = &a->regions[i];
    r->key = keys[i];
    r->role = POMP_KEY_ROLE(keys[i]);
    r->construct = construct_of(e, keys[i]);
    r->totals = nothing;
    pomp_region_name(r->name, sizeof r->name, r->role, r->construct ? r->construct->name : "",
                     r->construct ? r->construct->sub_name : "");
  }
  a->region_count = count;
  free(keys);
  return a->regions != NULL;
}

/* While the regions are in the order of their keys. */
static uint32_t region_of(const struct analysis *a, uint32_t key) {
  const struct region *r = bsearch(&key, a->regions, a->region_count, sizeof *r, by_key);
  return (uint32_t)(r - a->regions);
}

/* --- call paths --- */

static uint32_t path_hash(uint32_t parent, uint32_t region) { return parent * 0x9e3779b1u + region * 0x85ebca6bu; }

static bool find_paths(struct analysis *a) {
  const struct experiment *e = a->experiment;
  uint64_t slots = 64;
  while (slots < e->node_count * 2ull)
    slots *= 2;
  uint32_t *table = malloc(slots * sizeof *table);
  a->paths = calloc(e->node_count, sizeof *a->paths);
  if (!table || !a->paths) {
    free(table);
    return false;
  }
  memset(table, 0xff, slots * sizeof *table); /* NO_PATH */
  for (uint32_t i = 0; i < e->node_count; i++) {
    const struct node *n = &e->nodes[i];
    uint32_t parent = n->parent == NO_NODE ? NO_PATH : a->node_path[n->parent], region = region_of(a, n->key);
    uint64_t slot = path_hash(parent, region);
    uint32_t p;
    while ((p = table[slot & (slots - 1)]) != NO_PATH && (a->paths[p].parent != parent || a->paths[p].region != region))
      slot++;
    if (p == NO_PATH) {
      p = table[slot & (slots - 1)] = a->path_count++;
      a->paths[p] = (struct path){.parent = parent,
                                  .region = region,
                                  .depth = parent == NO_PATH ? 0 : a->paths[parent].depth + 1,
                                  .first_child = NO_PATH,
                                  .next_sibling = NO_PATH,
                                  .first_node = NO_NODE,
                                  .totals = nothing};
    }
    a->node_path[i] = p;
    add(&a->paths[p].totals, &a->nodes[i]);
  }
  free(table);
  for (uint32_t i = e->node_count; i-- > 0;) { /* backwards, so that the lists run forwards: by location */
    struct path *p = &a->paths[a->node_path[i]];
    a->node_next[i] = p->first_node;
    p->first_node = i;
  }
  return true;
}

static const struct path *sorted_paths;
static int by_path_time(const void *x, const void *y) {
  uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
  uint64_t s = sorted_paths[a].totals.inclusive, t = sorted_paths[b].totals.inclusive;
  return s != t ? (s < t ? 1 : -1) : (a < b ? -1 : a > b);
}

static bool link_paths(struct analysis *a) {
  uint32_t *order = malloc(a->path_count * sizeof *order);
  if (!order)
    return false;
  for (uint32_t i = 0; i < a->path_count; i++)
    order[i] = i;
  sorted_paths = a->paths;
  qsort(order, a->path_count, sizeof *order, by_path_time);
  for (uint32_t i = a->path_count; i-- > 0;) {
    struct path *p = &a->paths[order[i]];
    if (p->parent == NO_PATH)
      continue;
    p->next_sibling = a->paths[p->parent].first_child;
    a->paths[p->parent].first_child = order[i];
  }
  free(order);
  return true;
}

/* Which call paths are not inside another visit of their region: only those count for its inclusive time. Walks the
 * tree with a count of the open visits of each region. */
static bool *find_outermost(const struct analysis *a) {
  bool *outermost = malloc(a->path_count);
  uint32_t *inside = calloc(a->region_count, sizeof *inside);
  uint32_t p = 0;
  while (outermost && inside && p != NO_PATH) {
    outermost[p] = inside[a->paths[p].region]++ == 0;
    if (a->paths[p].first_child != NO_PATH) {
      p = a->paths[p].first_child;
      continue;
    }
    for (;;) {
      inside[a->paths[p].region]--;
      if (a->paths[p].next_sibling != NO_PATH || a->paths[p].parent == NO_PATH)
        break;
      p = a->paths[p].parent;
    }
    p = a->paths[p].next_sibling;
  }
  bool good = outermost && inside;
  free(inside);
  if (!good)
    free(outermost);
  return good ? outermost : NULL;
}

/* --- shares of locations in regions --- */

static int by_region_and_location(const void *x, const void *y) {
  const struct share *a = x, *b = y;
  if (a->region != b->region)
    return a->region < b->region ? -1 : 1;
  return a->location < b->location ? -1 : a->location > b->location;
}

static bool find_shares(struct analysis *a, const bool *outermost) {
  const struct experiment *e = a->experiment;
  a->shares = malloc(e->node_count * sizeof *a->shares);
  if (!a->shares)
    return false;
  for (uint32_t i = 0; i < e->node_count; i++) {
    uint32_t p = a->node_path[i];
    struct share *s = &a->shares[i];
    *s = (struct share){a->paths[p].region, e->nodes[i].location, a->nodes[i]};
    if (!outermost[p])
      s->totals.inclusive = 0;
  }
  qsort(a->shares, e->node_count, sizeof *a->shares, by_region_and_location);
  for (uint32_t i = 0; i < e->node_count; i++) {
    struct share *last = a->share_count ? &a->shares[a->share_count - 1] : NULL, *s = &a->shares[i];
    if (last && by_region_and_location(last, s) == 0)
      add(&last->totals, &s->totals);
    else
      a->shares[a->share_count++] = *s;
  }
  for (uint32_t i = 0; i < a->share_count; i++) {
    struct region *r = &a->regions[a->shares[i].region];
    if (r->shares++ == 0)
      r->first_share = i;
    add(&r->totals, &a->shares[i].totals);
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
  uint32_t *old_keys = malloc((a->region_count + 1ull) * sizeof *old_keys),
           *moved = malloc((a->region_count + 1ull) * sizeof *moved);
  bool good = old_keys && moved;
  if (good) {
    for (uint32_t i = 0; i < a->region_count; i++)
      old_keys[i] = a->regions[i].key;
    qsort(a->regions, a->region_count, sizeof *a->regions, by_exclusive);
    for (uint32_t i = 0; i < a->region_count; i++) {
      const uint32_t *old = bsearch(&a->regions[i].key, old_keys, a->region_count, sizeof *old, by_key);
      moved[old - old_keys] = i;
    }
    for (uint32_t i = 0; i < a->share_count; i++)
      a->shares[i].region = moved[a->shares[i].region];
    for (uint32_t i = 0; i < a->path_count; i++)
      a->paths[i].region = moved[a->paths[i].region];
  }
  free(old_keys);
  free(moved);
  return good;
}

/* --- locations and the whole --- */

static void add_up_locations(struct analysis *a) {
  const struct experiment *e = a->experiment;
  a->wall = experiment_ns(e, e->end_tick - e->header.sync[0].tick);
  a->allocation = a->wall * e->location_count;
  for (uint32_t i = 0; i < e->node_count; i++) {
    struct location_totals *l = &a->locations[e->nodes[i].location];
    const struct totals *t = &a->nodes[i];
    if (e->nodes[i].parent == NO_NODE) {
      l->lifetime = t->inclusive;
      l->in_regions = t->inclusive - t->exclusive;
      continue;
    }
    l->visits += t->visits;
    l->wait += t->wait;
    l->open += t->open;
  }
  for (uint32_t i = 0; i < e->location_count; i++) {
    struct location_totals *l = &a->locations[i];
    bool worker = e->locations[i].flags & POMP_LOCATION_WORKER;
    l->outside = worker ? 0 : l->lifetime - l->in_regions;
    uint64_t busy = l->in_regions + l->outside;
    l->idle = a->wall > busy ? a->wall - busy : 0;
    a->idle += l->idle;
    a->waiting += l->wait;
    a->visits += l->visits;
    a->open += l->open;
    a->repaired += e->locations[i].repaired;
    a->ignored += e->locations[i].ignored;
  }
  a->ignored += e->header.ignored;
  a->lost = e->header.lost;
  a->measuring = (double)experiment_ns(e, e->header.pair_cost) / 1000 * (double)a->visits;
}

bool analyse(struct analysis *a, const struct experiment *e) {
  *a = (struct analysis){.experiment = e};
  a->nodes = calloc(e->node_count, sizeof *a->nodes);
  a->node_path = malloc(e->node_count * sizeof *a->node_path);
  a->node_next = malloc(e->node_count * sizeof *a->node_next);
  a->locations = calloc(e->location_count, sizeof *a->locations);
  if (!a->nodes || !a->node_path || !a->node_next || !a->locations)
    return false;
  add_up_nodes(a);
  if (!find_regions(a) || !find_paths(a) || !link_paths(a))
    return false;
  bool *outermost = find_outermost(a);
  bool good = outermost && find_shares(a, outermost) && sort_regions(a);
  free(outermost);
  if (good)
    add_up_locations(a);
  return good;
}

void analysis_free(struct analysis *a) {
  free(a->regions);
  free(a->shares);
  free(a->paths);
  free(a->locations);
  free(a->nodes);
  free(a->node_path);
  free(a->node_next);
}
