/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* waits.c - who kept whom waiting: the nodes of role blame.
 * Not here: how long was waited (analyse.c), how evenly work was shared (balance.c). */
#include "sums/analysis_steps.h"

#include <limits.h>
#include <stdlib.h>

uint32_t analysis_holder(const struct analysis *a, uint32_t construct) {
  if (!construct)
    return NO_REGION; /* nobody */
  uint32_t holder = NO_REGION;
  unsigned best = UINT_MAX;
  for (uint32_t role = 0; role < POMP_ROLE_COUNT; role++) {
    unsigned rank = pomp_role_holder(role);
    uint32_t found = rank && rank < best ? analysis_region(a, POMP_KEY(construct, role)) : NO_REGION;
    if (found != NO_REGION) {
      best = rank;
      holder = found;
    }
  }
  return holder;
}

#define COMPARE(field)                                                                                                 \
  if (a->field != b->field)                                                                                            \
  return a->field < b->field ? -1 : 1

static int by_all(const void *x, const void *y) {
  const struct blame *a = x, *b = y;
  COMPARE(waiter);
  COMPARE(holder);
  COMPARE(held);
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

/* Sorts by waiter, holder and hold, then by time; entries without a location come last. */
static int by_pair(const void *x, const void *y) {
  const struct blame *a = x, *b = y;
  COMPARE(waiter);
  COMPARE(holder);
  COMPARE(held);
  if ((a->location == NO_LOCATION) != (b->location == NO_LOCATION))
    return a->location == NO_LOCATION ? 1 : -1;
  return by_time(x, y);
}

static bool is_same_pair(const struct blame *a, const struct blame *b) {
  return a->waiter == b->waiter && a->holder == b->holder && a->held == b->held;
}

/* Adds up equal entries into one entry each. Returns how many entries are left. */
static uint32_t join(struct blame *blames, uint32_t count) {
  uint32_t kept = 0;
  qsort(blames, count, sizeof *blames, by_all);
  for (uint32_t i = 0; i < count; i++) {
    if (kept && by_all(&blames[kept - 1], &blames[i]) == 0) {
      blames[kept - 1].waits += blames[i].waits;
      blames[kept - 1].time = plus(blames[kept - 1].time, blames[i].time);
    } else
      blames[kept++] = blames[i];
  }
  return kept;
}

/* Joins equal entries, and sorts them by time. */
static uint32_t merge(struct blame *blames, uint32_t count) {
  count = join(blames, count);
  qsort(blames, count, sizeof *blames, by_time);
  return count;
}

uint32_t waits_cut(struct blame *all, uint32_t count, uint32_t most) {
  uint32_t of_pair = 0;
  count = join(all, count);
  qsort(all, count, sizeof *all, by_pair);
  for (uint32_t i = 0; i < count; i++) {
    of_pair = i && is_same_pair(&all[i - 1], &all[i]) ? of_pair + 1 : 0;
    if (of_pair >= most)
      all[i].location = NO_LOCATION;
  }
  return join(all, count);
}

/* Leaves out what has no location. The result is how many are left. */
static uint32_t leave_located(struct blame *blames, uint32_t count) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < count; i++)
    if (blames[i].location != NO_LOCATION)
      blames[kept++] = blames[i];
  return kept;
}

uint32_t waits_gather(const struct analysis *a, struct blame *to) {
  const struct experiment *e = a->experiment;
  uint32_t count = 0;
  for (uint32_t k = 0; k < a->special_count; k++) {
    const uint32_t i = a->special[k];
    const struct node *n = &e->nodes[i];
    if (is_blame(n))
      to[count++] = (struct blame){.path = a->node_path[n->parent],
                                   .location = n->location,
                                   .holder = POMP_KEY_CONSTRUCT(n->key),
                                   .held = !is_blame_of_nobody(n),
                                   .waits = n->visits,
                                   .time = a->nodes[i].inclusive};
  }
  return count;
}

void waits_take(struct analysis *a) {
  for (uint32_t i = 0; i < a->blame_count; i++) {
    struct blame *b = &a->blames[i];
    b->waiter = a->paths[b->path].region;
    b->holder = analysis_holder(a, b->holder);
    a->pairs[i] = *b;
    a->pairs[i].path = NO_PATH;
    a->pairs[i].location = NO_LOCATION;
    if (b->holder != NO_REGION) {
      struct region *r = &a->regions[b->holder];
      r->caused_waits += b->waits;
      r->caused_wait = plus(r->caused_wait, b->time);
    }
  }
  a->pair_count = merge(a->pairs, a->blame_count);
  a->blame_count = merge(a->blames, leave_located(a->blames, a->blame_count));
}

bool waits_find(struct analysis *a) {
  uint32_t count = 0;
  for (uint32_t k = 0; k < a->special_count; k++)
    count += is_blame(&a->experiment->nodes[a->special[k]]);
  a->blames = calloc(count + 1ull, sizeof *a->blames);
  a->pairs = calloc(count + 1ull, sizeof *a->pairs);
  if (!a->blames || !a->pairs)
    return false;
  a->blame_count = waits_gather(a, a->blames);
  waits_take(a);
  return true;
}
