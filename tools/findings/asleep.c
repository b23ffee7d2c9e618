/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* asleep.c - finds members of teams that sleep in the middle of their work, for a reason that is not OpenMP's.
 * Not here: what they sleep for, of which samples by the wall clock tell the function (tools/sums/samples.h). */
#include "findings/finding.h"
#include "sums/sampled.h"

#include <math.h>

#define PART 0.1 /* of what a region takes itself */

/* True of regions whose own time is the program's work: no construct lets threads sleep there. */
static bool is_work(uint32_t role) {
  switch (role) {
  case POMP_ROLE_TEAM:
  case POMP_ROLE_FOR:
  case POMP_ROLE_LOOP:
  case POMP_ROLE_SECTION:
  case POMP_ROLE_SINGLE_BLOCK:
  case POMP_ROLE_MASTER:
  case POMP_ROLE_MASKED:
  case POMP_ROLE_CRITICAL_BLOCK:
  case POMP_ROLE_ORDERED_BLOCK:
  case POMP_ROLE_USER:
  case POMP_ROLE_SCOPE:
  case POMP_ROLE_DISTRIBUTE:
  case POMP_ROLE_TASK:
    return true;
  default:
    return false;
  }
}

static double asleep_of(const struct analysis *a, uint32_t node) {
  const struct node *n = &a->experiment->nodes[node];
  const bool is_member = a->experiment->locations[n->location].parent != NO_LOCATION;
  return is_member && is_work(POMP_KEY_ROLE(n->key))
             ? (double)experiment_ns(a->experiment, experiment_extra(a->experiment, n)->off.asleep)
             : 0;
}

/* Returns the part of it that is sleep: a thread that is woken and finds no processor counts as asleep till it has one,
 * and for how long threads were ready the kernel tells for the whole run alone. */
static double sure_part(const struct analysis *a) {
  double sum = 0;
  for (uint32_t i = 0; i < a->experiment->node_count; i++)
    sum += asleep_of(a, i);
  return sum > 0 ? fmin(1, (double)scheduled_asleep(&a->all.scheduled) / sum) : 0;
}

void find_asleep(struct property_search *s) {
  const struct analysis *a = s->a;
  const double sure = a->all.scheduled.ready_known ? sure_part(a) : 0;
  for (uint32_t region = 0; sure > 0 && region < a->region_count; region++) {
    const struct region *r = &a->regions[region];
    const struct share *share = analysis_shares(a, r);
    double severity = 0;
    if (!is_work(r->role))
      continue;
    find_begin(s);
    for (uint32_t i = 0; i < r->shares; i++, share++)
      for (uint32_t k = 0; k < share->node_count; k++) {
        const double asleep = sure * asleep_of(a, share->nodes[k]);
        s->lost[share->location] += asleep;
        severity += asleep;
      }
    struct finding *f = severity > PART * (double)r->totals.exclusive
                            ? find_add(s, PROPERTY_ASLEEP, region, severity, way_wall(s))
                            : NULL;
    if (!f)
      continue;
    find_evidence(f, "asleep_ns", "ns", severity);
    const bool are_sampled = a->sampled && a->sampled->all.count && !a->sampled->on_cpu;
    find_advise(
        f,
        "Members sleep for %.0f %% of its time, and OpenMP does not let them: they wait for a file, a device or "
        "the network, for a lock that is not OpenMP's, for another thread, or for a time. " HELPS
        "%s in which function (pomp-report --samples): call it outside of the region, or less often, or have "
        "more threads than processors for it.",
        100 * severity / (double)r->totals.exclusive,
        are_sampled ? "The samples tell" : "A run with POMP_SAMPLE=wall:1ms tells");
  }
}
