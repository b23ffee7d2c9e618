/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* wall_time.c - how thread time that is lost adds up to wall time.
 * Not here: what is lost (the files that look for properties).
 *
 * Threads run side by side, so the sum of what they lose is no wall time. A thread and the teams that it forks take
 * turns: it goes on when the slowest member has come. */
#include "base/paged_array.h"
#include "findings/finding.h"

#include <string.h>

uint32_t way_forker(const struct property_search *s, uint32_t location) {
  uint32_t parent = s->a->experiment->locations[location].parent;
  return parent == NO_LOCATION ? location : parent;
}

double way_wall(struct property_search *s) {
  const struct experiment *e = s->a->experiment;
  double *slowest = s->scratch, most = 0;
  memset(slowest, 0, e->location_count * sizeof *slowest);
  for (uint32_t i = e->location_count; i-- > 0;) { /* members follow the location that forks them */
    double whole = s->lost[i] + slowest[i];
    uint32_t parent = e->locations[i].parent;
    double *to = parent == NO_LOCATION ? &most : &slowest[parent];
    *to = whole > *to ? whole : *to;
    paged_leave(sizeof *e->locations + sizeof *s->lost + sizeof *slowest);
  }
  return most;
}
