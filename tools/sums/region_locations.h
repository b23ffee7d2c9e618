/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* region_locations.h - which regions each location has met, and the time that counts once, while locations come by one
 * after the other. Not here: sums of call paths (sums.c), and what is made of all nodes (regions.c, shares.c). */
#ifndef SUMS_REGION_LOCATIONS_H
#define SUMS_REGION_LOCATIONS_H

#include "pomp_index.h"
#include "sums/analysis_steps.h"

/* The regions that the locations have met so far. A region's `number` here is in the order of first meetings. */
struct located_region {
  uint32_t key, locations;
  bool here;          /* the current location has met it */
  uint64_t inclusive; /* recursive visits count once */
  uint64_t self;      /* exclusive, of the current location; 0 if it has not met the region */
  struct spreading exclusive;
};
/* `locations` locations have met the same `count` regions, which are at `first` and behind in `members`. */
struct location_set {
  uint64_t first;
  uint32_t count, locations;
};
struct region_locations {
  struct pomp_index by_key, by_members;
  struct located_region *regions;
  struct location_set *sets;
  uint32_t *members;
  uint32_t *here, *before; /* regions of the current location, and of the location before, in the order of meeting */
  uint64_t member_count;
  uint32_t region_count, set_count, here_count, before_count, last_set;
  uint32_t regions_room, sets_room, members_room, here_room, before_room;
};

/* Finds the number of a region, and adds it if it is new. UINT32_MAX: not enough memory. */
uint32_t region_locations_number(struct region_locations *m, uint32_t key);
/* Finds the number of a region. UINT32_MAX: it was not met. */
uint32_t region_locations_find(const struct region_locations *m, uint32_t key);
/* Adds a node of the location that comes by; inclusive: 0 if its visits are inside of others of the region. */
static inline void region_locations_add(struct region_locations *m, uint32_t number, uint64_t inclusive,
                                        uint64_t exclusive) {
  struct located_region *r = &m->regions[number];
  r->inclusive = plus(r->inclusive, inclusive);
  r->self = plus(r->self, exclusive);
  if (r->here)
    return;
  r->here = true;
  m->here[m->here_count++] = number;
}
/* Ends the location. False: not enough memory. */
bool region_locations_end(struct region_locations *m);
/* Notes that so many locations have met these regions, and no others. False: not enough memory. */
bool region_locations_set(struct region_locations *m, const uint32_t *numbers, uint32_t count, uint32_t locations);

/* Gives the regions how many locations they have, their inclusive time, and how their own time is spread. */
void region_locations_give(const struct region_locations *m, struct analysis *a);
/* Counts the locations that have met one of these regions of the analysis, or several. */
bool region_locations_count(const struct analysis *a, const uint32_t *regions, uint32_t count, uint32_t *locations);

/* Frees what it has; region_locations_free frees itself as well. */
void region_locations_clear(struct region_locations *m);
void region_locations_free(struct region_locations *m);

#endif
