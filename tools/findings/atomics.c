/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* atomics.c - atomic updates for which threads wait, as others update the same cache line.
 * Not here: critical and locks (lock_findings.c).
 *
 * No event tells whether an atomic had to wait. What one takes with its two readings of the clock if nobody else has
 * the cache line, each process has measured; what visits take beyond that counts as waiting, if there are enough visits
 * that take at least twice as long. Without such visits, all of them take a little longer for another reason: memory
 * that is not in the cache. Where even the quickest visits take longer, the update is of another kind. */
#include "findings/finding.h"

#include <stdio.h>

#define VISITS_MIN 1000u
#define QUICK 0.01         /* so many of the visits wait for nobody */
#define WAITING 0.01       /* so many of the visits or more wait, or it is no contention */
#define LONG 2.0           /* times what an update takes that waits for nobody, or longer */
#define LONG_SCATTERED 8.0 /* the same in an array, of which each thread fetches other elements from memory */
#define LONG_UNKNOWN 4.0   /* the same if that is no more than the shortest visit */

/* Returns what an update of the process takes that waits for nobody, or 0. */
static double alone_of(const struct process *p) {
  return p->header.atomic_cost ? (double)process_ns(p, p->header.atomic_cost) / 1000 : 0;
}

/* Returns a time that all visits take but the quickest ones: at most so long. */
static double quickest(const struct analysis *a, const struct region *r, double shortest) {
  double time = shortest;
  for (uint32_t i = 0; i < POMP_HISTOGRAM_BUCKETS && region_part_from(a, r, a->edges[i]) >= 1 - QUICK; i++)
    time = a->edges[i] > shortest ? a->edges[i] : shortest;
  return time;
}

/* Returns what an update takes that waits for nobody. `times`: it waits if it takes so many times as long. */
static double alone(const struct analysis *a, const struct region *r, double *times) {
  double machine = 0, shortest = r->totals.min == UINT64_MAX ? 0 : (double)r->totals.min;
  for (uint32_t i = 0; i < a->experiment->process_count; i++) {
    double its = alone_of(&a->experiment->processes[i]);
    machine = its > machine ? its : machine;
  }
  *times = machine > 0 ? LONG : LONG_UNKNOWN;
  double quick = machine > 0 ? quickest(a, r, shortest) : shortest;
  return quick > machine ? quick : machine;
}

/* The cost of measuring a visit lies between the updates, where no thread waits for it. Without it, threads come to the
 * cache line sooner, and wait longer: by the whole cost if all threads wait for the line, and hardly if they seldom
 * meet. So the cost counts up to the measured waiting. */
static double lost_of(double time, double visits, double alone, double measuring) {
  double wait = time - visits * alone, more = visits * measuring;
  return wait > 0 ? wait + (more < wait ? more : wait) : 0;
}

/* True if several threads may seldom update the same element. */
static bool is_scattered(const struct region *r) {
  return r->construct && r->construct->clauses && r->construct->facts & POMP_FACT_SCATTERED;
}

static void tell(struct finding *f, const struct analysis *a, const struct region *r, double alone) {
  double visits = (double)r->totals.visits, each = (double)r->visit_time / visits, median;
  find_evidence(f, "visits", "", visits);
  find_evidence(f, "per_visit_ns", "ns", each);
  if (region_quantile(a, r, 0.5, &median))
    find_evidence(f, "median_ns", "ns", median);
  find_evidence(f, "alone_ns", "ns", alone);
  find_evidence(f, "threads", "", r->shares);
  if (is_scattered(r))
    find_advise(f,
                "An update takes %.0f ns, and one that waits for nobody %.0f: the %u threads often update the same "
                "elements of the array, or neighbours, or fetch each from far memory. " HELPS
                "Have each thread update elements of its own (share out the loop over these), or sort by element.",
                each, alone, r->shares);
  else if (find_has_clause(r->construct, "capture"))
    find_advise(
        f,
        "An update takes %.0f ns, and one that waits for nobody %.0f: the %u threads fetch the next number one by "
        "one. " HELPS "Fetch many at once, and go on when they are used up; or have a loop deal them out in chunks "
        "(schedule(dynamic, N)).",
        each, alone, r->shares);
  else
    find_advise(f,
                "An update takes %.0f ns, and one that waits for nobody %.0f: the %u threads wait for the same cache "
                "line. " HELPS
                "Sum up in a variable of each thread (reduction), with one update at its end; if these are "
                "neighbours in an array, give each a cache line of its own.",
                each, alone, r->shares);
}

static void find_hot(struct property_search *s, uint32_t region) {
  const struct analysis *a = s->a;
  const struct region *r = &a->regions[region];
  double severity = 0, times, free = alone(a, r, &times);
  if (r->shares < 2 || r->totals.visits < VISITS_MIN || free <= 0 || region_part_from(a, r, times * free) < WAITING ||
      (double)r->visit_time < (is_scattered(r) ? LONG_SCATTERED : 1) * free * (double)r->totals.visits)
    return;
  const struct share *share = analysis_shares(a, r);
  double measuring = r->measuring / (double)r->totals.visits;
  find_begin(s);
  for (uint32_t i = 0; i < r->shares; i++, share++) {
    double visits = 0, time = find_worked(a, share);
    for (uint32_t k = 0; k < share->node_count; k++)
      visits += (double)a->experiment->nodes[share->nodes[k]].visits;
    s->lost[share->location] += lost_of(time, visits, free, measuring);
    severity += lost_of(time, visits, free, 0);
  }
  struct finding *f = find_add(s, PROPERTY_HOT_ATOMIC, region, severity, way_wall(s));
  if (!f)
    return;
  f->by_work = a->all.scheduled.switches_known;
  tell(f, a, r, free);
}

void find_atomics(struct property_search *s) {
  for (uint32_t region = 0; region < s->a->region_count; region++)
    if (s->a->regions[region].role == POMP_ROLE_ATOMIC)
      find_hot(s, region);
}
