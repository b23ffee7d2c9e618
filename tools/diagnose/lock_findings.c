/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lock_findings.c - waiting at critical, at locks, and at ordered.
 * Not here: who held what meanwhile (tools/analysis/waits.c). */
#include "find.h"

#include <stdio.h>

/* It costs those who wait. */
static void tell_who(struct search *s, struct finding *f) {
  const struct analysis *a = s->a;
  const struct region *r = &a->regions[f->region];
  find_begin(s);
  for (uint32_t i = r->first_share; i < r->first_share + r->shares; i++)
    s->lost[a->shares[i].location] += (double)a->shares[i].wait;
  find_locations(s, f, s->lost);
}

/* Returns whom most of the waiting was for. */
static const struct blame *main_holder(const struct analysis *a, uint32_t region) {
  for (uint32_t i = 0; i < a->pair_count; i++)
    if (a->pairs[i].waiter == region && a->pairs[i].holder != NO_REGION)
      return &a->pairs[i];
  return NULL;
}

static void advise(struct finding *f, const struct analysis *a, const struct region *r, const struct blame *by) {
  const struct construct *c = by ? a->regions[by->holder].construct : NULL;
  if (r->role == POMP_ROLE_ORDERED)
    FIND_ADVICE(f, "Do less inside of ordered, or begin the loop's iterations in the order in which they come to it: "
                   "schedule(static, 1) or schedule(dynamic, 1).");
  else if (c)
    FIND_ADVICE(f,
                "Do less while %.100s (%.60s:%d) has the lock, or have a lock for each part of the data; a sum or a "
                "maximum wants reduction, a single update atomic.",
                a->regions[by->holder].name, c->file, c->begin_line1);
  else
    FIND_ADVICE(f, "Hold the lock for shorter, or have a lock for each part of the data.");
}

void find_locks(struct search *s) {
  const struct analysis *a = s->a;
  for (uint32_t region = 0; region < a->region_count; region++) {
    const struct region *r = &a->regions[region];
    if (r->role != POMP_ROLE_CRITICAL && r->role != POMP_ROLE_LOCK && r->role != POMP_ROLE_ORDERED)
      continue;
    double severity = (double)r->totals.wait;
    if (find_is_small(s, severity))
      continue;
    struct finding *f = find_add(s, r->role == POMP_ROLE_ORDERED ? PROPERTY_ORDERED_WAIT : PROPERTY_LOCK_CONTENTION,
                                 region, severity, waiting_wall(s, region));
    if (!f)
      continue;
    tell_who(s, f);
    const struct blame *by = main_holder(a, region);
    const struct totals *t = &r->totals;
    find_evidence(f, "wait_ns", "ns", (double)t->wait);
    find_evidence(f, "visits", "", (double)t->visits);
    find_evidence(f, "contended", "%", t->visits ? 100.0 * (double)t->contended / (double)t->visits : 0);
    if (t->held)
      find_evidence(f, "held_ns", "ns", (double)t->held);
    if (by)
      find_evidence(f, "wait_for_main_holder_ns", "ns", (double)by->time);
    advise(f, a, r, by);
  }
}
