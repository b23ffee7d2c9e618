/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* traced_run_paths.c - finds which call paths of an analysis those of a trace are: both have the same regions on the
 * way down. Not here: the regions (traced_run.c, job_traces.c, rank_tables.c). */
#include "sums/rank_tables.h"

#include <stdlib.h>

struct path_list {
  const struct path *all;
  uint32_t count;
  uint32_t order[]; /* by parent, then by region */
};

static int compare(uint32_t parent, uint32_t region, const struct path *p) {
  if (parent != p->parent)
    return parent < p->parent ? -1 : 1;
  return region < p->region ? -1 : region > p->region;
}

static int by_parent(const void *x, const void *y, void *all) {
  const struct path *p = (const struct path *)all + *(const uint32_t *)x;
  return compare(p->parent, p->region, (const struct path *)all + *(const uint32_t *)y);
}

struct path_list *path_list_make(const struct analysis *a) {
  struct path_list *l = malloc(sizeof *l + (a->path_count + 1ull) * sizeof *l->order);
  if (!l)
    return NULL;
  l->all = a->paths;
  l->count = a->path_count;
  for (uint32_t i = 0; i < l->count; i++)
    l->order[i] = i;
  if (l->count)
    qsort_r(l->order, l->count, sizeof *l->order, by_parent, a->paths);
  return l;
}

void path_list_free(struct path_list *l) { free(l); }

static uint32_t child_of(const struct path_list *l, uint32_t parent, uint32_t region) {
  if (parent == NO_PATH || region == NO_REGION)
    return NO_PATH;
  for (uint32_t low = 0, high = l->count; low < high;) {
    const uint32_t middle = low + (high - low) / 2;
    const int order = compare(parent, region, &l->all[l->order[middle]]);
    if (order == 0)
      return l->order[middle];
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return NO_PATH;
}

/* A parent may come behind its children. So each way up is noted, until a node is met whose call path is known, and
 * gone down again. */
bool traced_run_find_paths(struct traced_run *s, const struct path_list *l) {
  const struct trace *t = s->trace;
  uint32_t *below = malloc((t->node_count + 1ull) * sizeof *below);
  unsigned char *known = calloc(t->node_count + 1ull, 1);
  s->paths = malloc((t->node_count + 1ull) * sizeof *s->paths);
  const bool good = below && known && s->paths;
  for (uint32_t i = 0; good && i < t->node_count; i++) {
    uint32_t last = TRACE_NO_NODE, at = i;
    for (; at != TRACE_NO_NODE && !known[at]; at = t->nodes[at].parent) {
      below[at] = last;
      last = at;
    }
    for (; last != TRACE_NO_NODE; last = below[last]) {
      const uint32_t parent = t->nodes[last].parent;
      s->paths[last] = parent == TRACE_NO_NODE ? 0 : child_of(l, s->paths[parent], s->regions[last]);
      known[last] = 1;
    }
  }
  free(below);
  free(known);
  return good;
}
