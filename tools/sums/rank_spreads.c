/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rank_spreads.c - puts how the time of regions that are joined in a process is spread over its locations.
 * Not here: how that of processes is joined (same_row_spreads.c). */
#include "pomp_bytes.h"
#include "sums/same_row_spreads.h"

static bool put(const struct analysis *a, enum same_by by, const struct same_rows_wanted *wanted,
                struct pomp_bytes *to) {
  struct same_rows g;
  const bool good = same_rows_find(&g, a, by, wanted->apart, wanted->names);
  for (uint32_t i = 0; good && i < g.count; i++) {
    const struct same_row *j = &g.at[i];
    if (!j->region.shares || !same_rows_may_be(&j->region, by, wanted->apart, wanted->names))
      continue;
    const struct spread *s = &j->region.exclusive;
    const struct rank_spread spread = {j->regions, j->region.shares, {s->min, s->max, s->sum}};
    POMP_BYTES_PUT(to, spread);
    for (uint32_t k = 0; k < j->regions; k++)
      POMP_BYTES_PUT(to, a->regions[g.members[j->first_member + k]].key);
  }
  same_rows_free(&g);
  const struct rank_spread end = {.regions = 0};
  POMP_BYTES_PUT(to, end);
  return good;
}

void same_row_spreads_put(const struct analysis *rank, const struct same_rows_wanted *wanted, struct pomp_bytes *to) {
  for (unsigned by = 0; by < SAME_BY_COUNT; by++)
    if (wanted->by & 1u << by)
      to->failed |= !put(rank, by, wanted, to);
}
