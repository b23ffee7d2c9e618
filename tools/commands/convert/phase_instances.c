/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* phase_instances.c - follows the phases of a thread, and counts their visits, while events of the trace come by. */
#include "commands/convert/phase_instances.h"
#include "pomp_search.h"
#include "sums/phase_series.h"

#include <stdlib.h>

static const struct series *series_of(const struct analysis *a, uint32_t region, uint32_t from) {
  for (uint32_t i = from; i < a->series_count; i++)
    if (a->series[i].region == region)
      return &a->series[i];
  return NULL;
}

bool phase_is_region(const struct analysis *a, uint32_t region) { return series_of(a, region, 0) != NULL; }

/* Finds the visit that began at that tick; 0: there is none. */
static uint64_t visit_at(const struct phase *p, uint64_t tick) {
  const uint32_t at = p->visit_count ? pomp_search(&p->visits->begin, sizeof *p->visits, p->visit_count, tick) : 0;
  return at < p->visit_count && p->visits[at].begin == tick ? p->visits[at].first : 0;
}

/* A region that is called from several places is several phases: the visit is found by its begin in one of them. If the
 * begins of visits were not kept, it is the next visit of the phase that the thread was in last. */
uint64_t phase_instance(struct phase_instances *now, const struct analysis *a, const struct event *e) {
  const struct experiment *x = a->experiment;
  uint32_t last = UINT32_MAX;
  for (const struct series *s = series_of(a, e->region, 0); s;
       s = series_of(a, e->region, (uint32_t)(s - a->series) + 1))
    for (uint32_t k = 0; k < s->location_count; k++) {
      const uint32_t number = s->locations[k].phase;
      if (s->locations[k].location != e->location)
        continue;
      if (!now->at && !(now->at = calloc(x->phase_count, sizeof *now->at)))
        return 0;
      const uint64_t visit = visit_at(&x->phases[number], e->time);
      if (visit)
        return now->at[number] = visit;
      if (now->at[number])
        last = number;
    }
  return last == UINT32_MAX ? 0 : ++now->at[last];
}
