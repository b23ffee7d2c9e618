/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* atomics.c - atomic updates for which threads wait, as others update the same cache line.
 * Not here: critical and locks (lock_findings.c).
 *
 * No event tells whether an atomic had to wait. The shortest visit is what one takes, with its two readings of the
 * clock, if nobody else has the cache line; what visits take beyond that counts as contention. */
#include "find.h"

#include <stdio.h>

#define VISITS_MIN 1000u
#define CONTENDED 4.0 /* a visit takes so many times the shortest one, or more */

static void find_hot(struct search *s, uint32_t region) {
  const struct analysis *a = s->a;
  const struct region *r = &a->regions[region];
  double visits = (double)r->totals.visits, severity = 0,
         shortest = r->totals.min == UINT64_MAX ? 0 : (double)r->totals.min;
  if (r->shares < 2 || r->totals.visits < VISITS_MIN || (double)r->visit_time < CONTENDED * visits * shortest)
    return;
  const struct share *share = analysis_shares(a, r);
  find_begin(s);
  for (uint32_t i = 0; i < r->shares; i++, share++) {
    double lost = (double)share->exclusive;
    for (uint32_t k = 0; k < share->node_count; k++)
      lost -= (double)a->experiment->nodes[share->nodes[k]].visits * shortest;
    s->lost[share->location] += lost > 0 ? lost : 0;
    severity += lost > 0 ? lost : 0;
  }
  struct finding *f = find_add(s, PROPERTY_HOT_ATOMIC, region, severity, way_wall(s));
  if (!f)
    return;
  double median;
  find_evidence(f, "visits", "", visits);
  find_evidence(f, "per_visit_ns", "ns", (double)r->visit_time / visits);
  if (region_quantile(a, r, 0.5, &median))
    find_evidence(f, "median_ns", "ns", median);
  find_evidence(f, "shortest_ns", "ns", shortest);
  find_evidence(f, "threads", "", r->shares);
  find_advise(f,
              "An update takes %.0f ns, and the shortest one %.0f: the %u threads wait for the same cache line. " HELPS
              "Sum up in "
              "a variable of each thread (reduction), with one update at its end; if these are neighbours in an array, "
              "give each a cache line of its own.",
              (double)r->visit_time / visits, shortest, r->shares);
}

void find_atomics(struct search *s) {
  for (uint32_t region = 0; region < s->a->region_count; region++)
    if (s->a->regions[region].role == POMP_ROLE_ATOMIC)
      find_hot(s, region);
}
