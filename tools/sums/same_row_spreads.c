/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* same_row_spreads.c - adds up how the time of regions in one row is spread over locations, process by process.
 * Not here: what a process puts (rank_spreads.c). */
#include "sums/same_row_spreads.h"
#include "pomp_array.h"
#include "pomp_bytes.h"
#include "sums/region_locations.h"

#include <stdlib.h>

/* Regions that were joined in some process are a set of those that were met; each has a spread. */
struct spread_sets {
  struct region_locations region_locations;
  struct spreading *spreads; /* by set */
  uint32_t room;
};

struct same_row_spreads {
  unsigned by;
  bool apart;
  struct spread_sets of[SAME_BY_COUNT];
};

struct same_row_spreads *same_row_spreads_begin(const struct same_rows_wanted *wanted) {
  struct same_row_spreads *s = calloc(1, sizeof *s);
  if (s) {
    s->by = wanted->by;
    s->apart = wanted->apart;
  }
  return s;
}

/* Takes the keys of regions, and finds the set of these. */
static bool take_set(struct spread_sets *to, uint32_t regions, uint32_t locations, struct pomp_bytes *from) {
  if (regions > (from->size - from->taken) / sizeof(uint32_t))
    return false;
  uint32_t *numbers = malloc(regions * sizeof *numbers);
  bool good = numbers != NULL;
  for (uint32_t i = 0, key; good && i < regions; i++) {
    POMP_BYTES_TAKE(from, key);
    numbers[i] = region_locations_number(&to->region_locations, key);
    good = numbers[i] != UINT32_MAX;
  }
  const uint32_t before = to->region_locations.set_count;
  good = good && region_locations_set(&to->region_locations, numbers, regions, locations) &&
         POMP_ARRAY_ROOM(to->spreads, to->room, to->region_locations.set_count + 0ull);
  if (good && to->region_locations.set_count != before)
    to->spreads[before] = (struct spreading){.min = UINT64_MAX};
  free(numbers);
  return good;
}

static bool add(struct spread_sets *to, struct pomp_bytes *from) {
  struct rank_spread spread;
  for (POMP_BYTES_TAKE(from, spread); spread.regions; POMP_BYTES_TAKE(from, spread)) {
    if (!take_set(to, spread.regions, spread.locations, from))
      return false;
    spreading_join(&to->spreads[to->region_locations.last_set], &spread.exclusive);
  }
  return !from->failed;
}

bool same_row_spreads_add(struct same_row_spreads *s, struct pomp_bytes *from) {
  bool good = true;
  for (unsigned by = 0; good && by < SAME_BY_COUNT; by++)
    good = !(s->by & 1u << by) || add(&s->of[by], from);
  return good;
}

void same_row_spreads_free(struct same_row_spreads *s) {
  for (unsigned by = 0; s && by < SAME_BY_COUNT; by++) {
    region_locations_clear(&s->of[by].region_locations);
    free(s->of[by].spreads);
  }
  free(s);
}

bool same_row_spreads_has(const struct same_row_spreads *s, enum same_by by, bool apart) {
  return s && s->by & 1u << by && s->apart == apart;
}

bool same_row_spreads_give(const struct same_row_spreads *s, enum same_by by, const struct analysis *whole,
                           const uint32_t *of, uint32_t count, struct spreading *spreads) {
  const struct region_locations *m = &s->of[by].region_locations;
  for (uint32_t i = 0; i < m->set_count; i++) {
    uint32_t group = count;
    for (uint32_t k = 0; k < m->sets[i].count; k++) {
      const uint32_t region = analysis_region(whole, m->regions[m->members[m->sets[i].first + k]].key);
      const uint32_t its = region == NO_REGION ? count : of[region];
      if (k && its != group)
        return false;
      group = its;
    }
    if (group < count)
      spreading_join(&spreads[group], &s->of[by].spreads[i]);
  }
  return true;
}
