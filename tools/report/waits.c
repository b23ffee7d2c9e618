/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* waits.c - who kept whom waiting: the nodes of role blame.
 * Not here: how long was waited (analysis.c), how evenly work was shared (balance.c). */
#include "parts.h"

#include <stdlib.h>

/* Which part of a construct holds others up, the likeliest first: what it has entered when it keeps somebody waiting.
 */
static const unsigned char holders[] = {
    POMP_ROLE_CRITICAL_BLOCK, POMP_ROLE_ORDERED_BLOCK, POMP_ROLE_ATOMIC,     POMP_ROLE_SECTION, POMP_ROLE_SINGLE_BLOCK,
    POMP_ROLE_MASTER,         POMP_ROLE_MASKED,        POMP_ROLE_TASK,       POMP_ROLE_USER,    POMP_ROLE_LOOP,
    POMP_ROLE_CONCURRENT,     POMP_ROLE_WORKSHARE,     POMP_ROLE_DISTRIBUTE, POMP_ROLE_SCOPE,   POMP_ROLE_TASKLOOP,
    POMP_ROLE_TASKGROUP,      POMP_ROLE_SECTIONS,      POMP_ROLE_SINGLE,     POMP_ROLE_TEAM,    POMP_ROLE_CRITICAL,
    POMP_ROLE_ORDERED,        POMP_ROLE_LOCK,          POMP_ROLE_FORK,       POMP_ROLE_TEAMS,   POMP_ROLE_TARGET,
    POMP_ROLE_TASK_CREATE,    POMP_ROLE_TASKWAIT,      POMP_ROLE_TASKYIELD,  POMP_ROLE_BARRIER,
};

static uint32_t holder_of(const struct analysis *a, uint32_t construct) {
  if (!construct)
    return 0; /* outside of regions */
  for (unsigned i = 0; i < sizeof holders; i++) {
    uint32_t found = analysis_region(a, POMP_KEY(construct, holders[i]));
    if (found != NO_REGION)
      return found;
  }
  return NO_REGION;
}

#define COMPARE(field)                                                                                                 \
  if (a->field != b->field)                                                                                            \
  return a->field < b->field ? -1 : 1

static int by_all(const void *x, const void *y) {
  const struct blame *a = x, *b = y;
  COMPARE(waiter);
  COMPARE(holder);
  COMPARE(path);
  COMPARE(location);
  return 0;
}

static int by_time(const void *x, const void *y) {
  const struct blame *a = x, *b = y;
  if (a->time != b->time)
    return a->time < b->time ? 1 : -1;
  return by_all(x, y);
}

/* Makes one of those that are equal; sorted by time afterwards. The result is how many are left. */
static uint32_t merge(struct blame *blames, uint32_t count) {
  uint32_t kept = 0;
  qsort(blames, count, sizeof *blames, by_all);
  for (uint32_t i = 0; i < count; i++) {
    if (kept && by_all(&blames[kept - 1], &blames[i]) == 0) {
      blames[kept - 1].waits += blames[i].waits;
      blames[kept - 1].time = plus(blames[kept - 1].time, blames[i].time);
    } else
      blames[kept++] = blames[i];
  }
  qsort(blames, kept, sizeof *blames, by_time);
  return kept;
}

bool waits_find(struct analysis *a) {
  const struct experiment *e = a->experiment;
  uint32_t count = 0;
  for (uint32_t i = 0; i < e->node_count; i++)
    count += is_blame(&e->nodes[i]);
  a->blames = calloc(count + 1ull, sizeof *a->blames);
  a->pairs = calloc(count + 1ull, sizeof *a->pairs);
  if (!a->blames || !a->pairs)
    return false;
  for (uint32_t i = 0; i < e->node_count; i++) {
    const struct node *n = &e->nodes[i];
    if (!is_blame(n))
      continue;
    uint32_t path = a->node_path[n->parent], holder = holder_of(a, POMP_KEY_CONSTRUCT(n->key));
    struct blame b = {path, n->location, a->paths[path].region, holder, n->visits, a->nodes[i].inclusive};
    a->blames[a->blame_count++] = b;
    b.path = NO_PATH;
    b.location = NO_LOCATION;
    a->pairs[a->pair_count++] = b;
    if (holder != NO_REGION) {
      struct region *r = &a->regions[holder];
      r->caused_waits += b.waits;
      r->caused_wait = plus(r->caused_wait, b.time);
    }
  }
  a->blame_count = merge(a->blames, a->blame_count);
  a->pair_count = merge(a->pairs, a->pair_count);
  return true;
}
