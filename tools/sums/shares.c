/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* shares.c - what each location has of a region or of a call path, made for that which somebody asks about; and what
 * was sampled at each. Not here: the sums over all locations (regions.c). */
#include "base/huge_pages.h"
#include "sums/analysis_steps.h"
#include "sums/location_rows.h"
#include "sums/sampled.h"

#include <stdlib.h>

/* There is room for those of the region with most nodes. */
struct shares {
  uint32_t key; /* the region's; NO_REGION, which is no key, until somebody has asked */
  struct share *all;
  uint32_t *nodes;
  /* These are for regions with several call paths: the nodes, with their locations in the upper half of each number,
   * and where those of each path begin and end. */
  uint64_t *sorted[2];
  uint32_t *bounds;
};

bool shares_room(struct analysis *a) {
  uint64_t most = 1, several = 1, paths = 1;
  for (uint32_t i = 0; i < a->region_count; i++) {
    uint64_t nodes = 0;
    const struct region *r = &a->regions[i];
    for (uint32_t k = 0; k < r->paths; k++)
      nodes += a->paths[a->region_paths[r->first_path + k]].nodes;
    most = nodes > most ? nodes : most;
    several = r->paths > 1 && nodes > several ? nodes : several;
    paths = r->paths > paths ? r->paths : paths;
  }
  struct shares *s = a->shares = calloc(1, sizeof *s);
  if (!s)
    return false;
  s->key = NO_REGION;
  s->all = huge_pages_malloc(most, sizeof *s->all);
  s->nodes = huge_pages_malloc(several, sizeof *s->nodes);
  s->sorted[0] = huge_pages_malloc(several, sizeof **s->sorted);
  s->sorted[1] = huge_pages_malloc(several, sizeof **s->sorted);
  s->bounds = malloc((paths + 1) * sizeof *s->bounds);
  return s->all && s->nodes && s->sorted[0] && s->sorted[1] && s->bounds;
}

void shares_free(struct shares *s) {
  if (!s)
    return;
  free(s->all);
  free(s->nodes);
  free(s->sorted[0]);
  free(s->sorted[1]);
  free(s->bounds);
  free(s);
}

/* Merges two neighbouring ranges of ascending numbers. */
static void merge(const uint64_t *from, uint32_t begin, uint32_t middle, uint32_t end, uint64_t *to) {
  uint32_t i = begin, k = middle;
  for (uint32_t at = begin; at < end; at++)
    to[at] = i < middle && (k == end || from[i] <= from[k]) ? from[i++] : from[k++];
}

/* Sorts all numbers, which ascend already between neighbouring bounds. Returns the array that has the result. `bounds`
 * is overwritten. */
static const uint64_t *merge_all(uint64_t *const sorted[2], uint32_t *bounds, uint32_t ranges) {
  int from = 0;
  for (; ranges > 1; from = !from) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < ranges; i += 2) {
      const uint32_t end = bounds[i + 2 < ranges ? i + 2 : ranges];
      merge(sorted[from], bounds[i], bounds[i + 1], end, sorted[!from]);
      bounds[kept++] = bounds[i];
      bounds[kept] = end;
    }
    ranges = kept;
  }
  return sorted[from];
}

/* Returns the region's nodes by location, and their number. */
static const uint32_t *nodes_of(const struct analysis *a, const struct region *r, uint32_t *count) {
  const struct shares *s = a->shares;
  const struct path *only = only_path(a, r);
  const uint32_t *paths = &a->region_paths[r->first_path];
  if (only) {
    *count = only->nodes;
    return &a->path_nodes[only->first_node];
  }
  *count = 0;
  for (uint32_t i = 0; i < r->paths; i++) {
    s->bounds[i] = *count;
    for (uint32_t k = 0, node; analysis_node(a, paths[i], k, &node); k++)
      s->sorted[0][(*count)++] = (uint64_t)a->experiment->nodes[node].location << 32 | node;
  }
  s->bounds[r->paths] = *count;
  const uint64_t *sorted = merge_all(s->sorted, s->bounds, r->paths);
  for (uint32_t i = 0; i < *count; i++)
    s->nodes[i] = (uint32_t)sorted[i];
  return s->nodes;
}

/* Returns the location of a node, that of the node before it being `last`. Nodes are apart, so the node itself is not
 * looked at where its place tells. */
static uint32_t location_of(const struct analysis *a, uint32_t node, uint32_t last) {
  const struct experiment *e = a->experiment;
  if (node < e->location_count)
    return node; /* a root */
  if (!e->by_location)
    return e->nodes[node].location;
  while (a->location_nodes[last + 1] <= node)
    last++;
  return last;
}

#define AHEAD 16u /* so many nodes ahead memory is asked for */

uint32_t shares_find(const struct analysis *a, const struct region *r) {
  struct shares *s = a->shares;
  uint32_t count, shares = 0, location = 0;
  const uint32_t *nodes = nodes_of(a, r, &count);
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t node = nodes[i];
    __builtin_prefetch(&a->nodes[nodes[i + AHEAD < count ? i + AHEAD : i]]);
    location = location_of(a, node, location);
    if (!shares || s->all[shares - 1].location != location)
      s->all[shares++] = (struct share){.location = location, .nodes = &nodes[i]};
    struct share *share = &s->all[shares - 1];
    share->node_count++;
    share->exclusive = plus(share->exclusive, a->nodes[node].exclusive);
    share->wait = plus(share->wait, a->nodes[node].wait);
    if (!a->outermost || a->outermost[node])
      share->inclusive = plus(share->inclusive, a->nodes[node].inclusive);
  }
  s->key = r->key;
  return shares;
}

const struct share *analysis_shares(const struct analysis *a, const struct region *r) {
  if (location_rows_has(a, ROWS_OF_REGIONS))
    return location_rows_shares(a, r);
  if (a->shares->key != r->key)
    shares_find(a, r);
  return a->shares->all;
}

bool analysis_path_share(const struct analysis *a, uint32_t path, uint32_t *at, uint32_t *location,
                         struct totals *totals, struct metric_sum *sums) {
  const struct experiment *e = a->experiment;
  uint32_t node;
  if (location_rows_has(a, ROWS_OF_PATHS))
    return location_rows_path_share(a, path, at, location, totals, sums);
  if (!analysis_node(a, path, *at, &node))
    return false;
  *location = e->nodes[node].location;
  *totals = analysis_node_totals(a, node);
  for (uint32_t k = 0; k < totals->metric_count; k++)
    sums[k] = totals->metrics[k];
  totals->metrics = sums;
  while (analysis_node(a, path, ++*at, &node) && e->nodes[node].location == *location) {
    struct totals more = analysis_node_totals(a, node);
    totals_add(totals, &more); /* tasks whose creation was met on several threads */
  }
  return true;
}

uint32_t sampled_found_count(const struct analysis *a) {
  return location_rows_has(a, ROWS_FOUND) ? location_rows_found_count(a) : a->sampled ? a->sampled->found_count : 0;
}

struct sampled_found sampled_found_row(const struct analysis *a, uint32_t i) {
  return location_rows_has(a, ROWS_FOUND) ? location_rows_found_row(a, i) : a->sampled->found[i];
}
