/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* group_vectors.c - makes the vector of a location: chooses the regions that count by themselves, and adds up its
 * times. */
#include "sums/group_vectors.h"
#include "sums/analysis_steps.h"

#include <stdlib.h>

static const struct region *sorted_regions;
static int by_time(const void *x, const void *y) {
  uint32_t i = *(const uint32_t *)x, j = *(const uint32_t *)y;
  uint64_t a = sorted_regions[i].totals.exclusive, b = sorted_regions[j].totals.exclusive;
  return a != b ? (a < b ? 1 : -1) : (i < j ? -1 : i > j);
}
static int ascending(const void *x, const void *y) {
  uint32_t i = *(const uint32_t *)x, j = *(const uint32_t *)y;
  return i < j ? -1 : i > j;
}

bool group_vectors_choose(struct group_vectors *v, const struct analysis *a) {
  v->region_count = a->region_count < GROUPS_REGIONS ? a->region_count : GROUPS_REGIONS;
  v->size = 2 * (v->region_count + 1) + 1;
  v->regions = malloc((a->region_count + 1ull) * sizeof *v->regions);
  v->place = malloc((a->region_count + 1ull) * sizeof *v->place);
  if (!v->regions || !v->place)
    return false;
  for (uint32_t i = 0; i < a->region_count; i++) {
    v->regions[i] = i;
    v->place[i] = v->region_count;
  }
  sorted_regions = a->regions;
  qsort(v->regions, a->region_count, sizeof *v->regions, by_time);
  qsort(v->regions, v->region_count, sizeof *v->regions, ascending);
  for (uint32_t i = 0; i < v->region_count; i++)
    v->place[v->regions[i]] = i;
  return true;
}

void group_vectors_free(struct group_vectors *v) {
  free(v->regions);
  free(v->place);
}

/* Time that the thread of a worker or a member spends outside of regions does not belong to the location. */
void group_vectors_add(const struct group_vectors *v, uint32_t region, const struct share *shares, uint32_t count,
                       uint64_t *vectors) {
  for (const struct share *s = shares; s < shares + count; s++) {
    const uint64_t wait = s->wait < s->exclusive ? s->wait : s->exclusive, work = s->exclusive - wait;
    uint64_t *to = vectors + (size_t)s->location * v->size, *times = to + 2 * v->place[region];
    times[0] = plus(times[0], work);
    times[1] = plus(times[1], wait);
    if (region)
      to[v->size - 1] = plus(to[v->size - 1], work);
  }
}
