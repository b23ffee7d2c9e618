/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* team_work.h - how evenly the members of teams shared worksharing constructs, where locations are read from the last
 * to the first. Not here: the same figures from all nodes in memory (balance.c). */
#ifndef SUMS_TEAM_WORK_H
#define SUMS_TEAM_WORK_H

#include "sums/region_locations.h"

/* Data about a region, by its number in struct region_locations. */
struct work_region {
  bool here, in_teams, by_instances;
  uint64_t time; /* of the current location; 0 if it has not met the region */
  uint64_t max;  /* over instances */
  wide means;
  uint64_t sums_max; /* over teams, of what members did in all */
  wide sums_means;
};

/* Sums over a team's members so far, by region. */
struct work_member_sums {
  uint32_t members;
  uint64_t max;
  wide sum;
};
struct work_team {
  struct work_member_sums *sums;
  uint32_t count, next_free;
};

struct team_work {
  const struct experiment *e;
  struct region_locations *region_locations;
  struct work_region *regions;
  uint32_t *here;    /* regions of the location that comes by */
  uint32_t *team_of; /* by location that forked it, then by process: the number of a team, plus 1; 0: none */
  struct work_team *teams;
  uint32_t here_count, here_room, region_count, regions_room, team_count, teams_room, free_team;
};

bool team_work_begin(struct team_work *w, const struct experiment *e, struct region_locations *region_locations);
/* Makes room for the regions that there are by now. */
bool team_work_room(struct team_work *w);
/* Adds a node of the location that comes by, of a worksharing construct; `time` is without the barrier at its end.
 * instances: those of the region have members to compare; alone: each visit is one. */
static inline void team_work_add(struct team_work *w, uint32_t region, bool instances, bool alone, uint64_t time) {
  struct work_region *r = &w->regions[region];
  if (instances && alone) {
    r->max = plus(r->max, time);
    r->means += (wide)time << 32;
  } else
    r->in_teams |= instances;
  r->time = plus(r->time, time);
  if (r->here)
    return;
  r->here = true;
  w->here[w->here_count++] = region;
}
/* Ends the location. */
bool team_work_end(struct team_work *w, uint32_t location);
/* Adds what the record of a node says. */
void team_work_record(struct team_work *w, uint32_t region, uint32_t location, const struct instances *i);
/* Gives the regions their balance, when all locations have come by. */
void team_work_give(struct team_work *w, struct analysis *a);
void team_work_free(struct team_work *w);

#endif
