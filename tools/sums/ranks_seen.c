/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ranks_seen.c - notes each rank's clock and metrics when its file is found, and compares metrics. */
#include "sums/ranks_seen.h"
#include "pomp_array.h"
#include "pomp_hash.h"

static uint64_t hash_metrics(const struct experiment *e) {
  uint64_t hash = 0;
  for (uint32_t i = 0; i < e->metric_count; i++)
    hash = pomp_hash_text(hash, e->metrics[i].name);
  return hash;
}

void ranks_seen_add(struct ranks_seen *seen, const struct experiment *of_rank) {
  if (POMP_ARRAY_ROOM(seen->at, seen->room, seen->count + 1ull))
    seen->at[seen->count++] = (struct rank_seen){hash_metrics(of_rank), of_rank->header.rank};
  else
    seen->no_memory = true;
}

bool ranks_seen_same_metrics(const struct ranks_seen *seen, const struct experiment *whole, uint32_t rank) {
  for (uint32_t low = 0, high = seen->count; low < high;) {
    const uint32_t middle = low + (high - low) / 2;
    if (seen->at[middle].rank == rank)
      return seen->at[middle].metrics == hash_metrics(whole);
    if (seen->at[middle].rank < rank)
      low = middle + 1;
    else
      high = middle;
  }
  return false;
}
