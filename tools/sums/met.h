/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* met.h - which regions each location has met, and the time that counts once, while locations come by one after the
 * other. Not here: sums of call paths (sums.c), and what is made of all nodes (regions.c, shares.c). */
#ifndef SUMS_MET_H
#define SUMS_MET_H

#include "pomp_index.h"
#include "sums/analysis_steps.h"

/* What locations that come by have met. `number` is that of a region here, in the order in which they are met first. */
struct met_region {
  uint32_t key, locations;
  bool here;          /* at the location that comes by */
  uint64_t inclusive; /* recursive visits count once */
  uint64_t self;      /* exclusive, of the location that comes by; 0 if it is not here */
  struct spreading exclusive;
};
/* So many locations have met the same regions: `count` of them, from there on in `members`. */
struct met_set {
  uint64_t first;
  uint32_t count, locations;
};
struct met {
  struct pomp_index by_key, by_members;
  struct met_region *regions;
  struct met_set *sets;
  uint32_t *members;
  uint32_t *here, *before; /* regions of the location that comes by, and of the one before, as they were met */
  uint64_t member_count;
  uint32_t region_count, set_count, here_count, before_count, last_set;
  uint32_t regions_room, sets_room, members_room, here_room, before_room;
};

/* Finds the number of a region, and adds it if it is new. UINT32_MAX: not enough memory. */
uint32_t met_region(struct met *m, uint32_t key);
/* Finds the number of a region. UINT32_MAX: it was not met. */
uint32_t met_find(const struct met *m, uint32_t key);
/* Adds a node of the location that comes by; inclusive: 0 if its visits are inside of others of the region. */
static inline void met_add(struct met *m, uint32_t number, uint64_t inclusive, uint64_t exclusive) {
  struct met_region *r = &m->regions[number];
  r->inclusive = plus(r->inclusive, inclusive);
  r->self = plus(r->self, exclusive);
  if (r->here)
    return;
  r->here = true;
  m->here[m->here_count++] = number;
}
/* Ends the location. False: not enough memory. */
bool met_end(struct met *m);
/* Notes that so many locations have met these regions, and no others. False: not enough memory. */
bool met_set(struct met *m, const uint32_t *numbers, uint32_t count, uint32_t locations);

/* Gives the regions how many locations they have, their inclusive time, and how their own time is spread. */
void met_give(const struct met *m, struct analysis *a);
/* Counts the locations that have met one of these regions of the analysis, or several. */
bool met_locations(const struct analysis *a, const uint32_t *regions, uint32_t count, uint32_t *locations);

/* Frees what it has; met_free frees itself as well. */
void met_clear(struct met *m);
void met_free(struct met *m);

#endif
