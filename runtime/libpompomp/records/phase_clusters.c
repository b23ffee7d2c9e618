/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* phase_clusters.c - finds the cluster of visits of a phase that a visit is like, and joins the nearest two clusters
 * when there are too many. */
#include "records/phase_clusters.h"

#include <stddef.h>

static uint64_t larger(uint64_t a, uint64_t b) { return a > b ? a : b; }
static uint64_t smaller(uint64_t a, uint64_t b) { return a < b ? a : b; }

static bool is_within(uint64_t a, uint64_t b, uint64_t least, uint32_t factor) {
  const uint64_t low = larger(smaller(a, b), least), high = larger(a, b);
  return (double)high * 64 <= (double)low * factor;
}

bool pomp_phase_alike(const struct pomp_phase_clusters *c, const struct pomp_phase_times *a,
                      const struct pomp_phase_times *b) {
  const uint64_t least = larger(a->total, b->total) / 128 + 1;
  const uint32_t count = a->count > b->count ? a->count : b->count;
  if (!is_within(a->total, b->total, least, c->factor))
    return false;
  for (uint32_t i = 1; i < count; i++) {
    const uint64_t x = i < a->count ? a->at[i] : 0, y = i < b->count ? b->at[i] : 0;
    if ((!x != !y && !c->any_paths) || !is_within(x, y, least, c->factor))
      return false;
  }
  return true;
}

uint32_t pomp_phase_find(struct pomp_phase_clusters *c, const struct pomp_phase_times *visit) {
  for (uint32_t i = 0; i <= c->most; i++) {
    const uint32_t at = i ? i - 1 : c->last; /* most visits are as the one before them */
    if (c->first[at].at && pomp_phase_alike(c, &c->first[at], visit))
      return c->last = at;
  }
  return POMP_PHASE_NO_CLUSTER;
}

uint32_t pomp_phase_unused(const struct pomp_phase_clusters *c) {
  for (uint32_t i = 0; i < c->most; i++)
    if (!c->first[i].at)
      return i;
  return POMP_PHASE_NO_CLUSTER;
}

bool pomp_phase_find_pair(const struct pomp_phase_clusters *c, uint32_t *to, uint32_t *from) {
  for (*to = 0; *to < c->most; ++*to)
    for (*from = *to + 1; c->first[*to].at && *from < c->most; ++*from)
      if (c->first[*from].at && pomp_phase_alike(c, &c->first[*to], &c->first[*from]))
        return true;
  return false;
}

bool pomp_phase_loosen(struct pomp_phase_clusters *c) {
  if (c->factor < POMP_PHASE_FACTOR_MAX)
    c->factor += c->factor / 4;
  else if (!c->any_paths) {
    c->any_paths = true;
    c->factor = POMP_PHASE_FACTOR;
  } else
    return false;
  return true;
}
