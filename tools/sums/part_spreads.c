/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* part_spreads.c - puts how the time of regions that are joined in a process is spread over its locations.
 * Not here: how that of processes is joined (joined_spreads.c). */
#include "pomp_bytes.h"
#include "sums/joined_spreads.h"

static bool put(const struct analysis *a, enum joining by, const struct joined_wanted *wanted, struct pomp_bytes *to) {
  struct joined_regions g;
  const bool good = joined_find(&g, a, by, wanted->apart, wanted->names);
  for (uint32_t i = 0; good && i < g.count; i++) {
    const struct joined *j = &g.at[i];
    if (!j->region.shares || !joined_may_be(&j->region, by, wanted->apart, wanted->names))
      continue;
    const struct spread *s = &j->region.exclusive;
    const struct part_spread spread = {j->regions, j->region.shares, {s->min, s->max, s->sum}};
    POMP_BYTES_PUT(to, spread);
    for (uint32_t k = 0; k < j->regions; k++)
      POMP_BYTES_PUT(to, a->regions[g.members[j->first_member + k]].key);
  }
  joined_free(&g);
  const struct part_spread end = {.regions = 0};
  POMP_BYTES_PUT(to, end);
  return good;
}

void joined_spreads_put(const struct analysis *part, const struct joined_wanted *wanted, struct pomp_bytes *to) {
  for (unsigned by = 0; by < JOININGS; by++)
    if (wanted->by & 1u << by)
      to->failed |= !put(part, by, wanted, to);
}
