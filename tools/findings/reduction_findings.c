/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* reduction_findings.c - reductions of arrays that take long beside the work of their construct.
 * Not here: reductions of single numbers, which are not measured, as they take no longer than an atomic update.
 *
 * Each member has a copy of what is reduced. At the construct's end members add their copies to the variable one after
 * the other, so that the last one is in there for about as long as all of them together. That the copies are made and
 * set to zero comes on top, and is not measured. */
#include "findings/finding.h"
#include "pomp_roles.h"

#define REDUCTION_PART 0.1 /* so much of the construct's work, or it is no finding */

/* Returns the region with the work before the reduction: the loop, or else the team's own code. */
static const struct region *work_of(const struct analysis *a, const struct region *reduction) {
  for (uint32_t role = POMP_ROLE_NONE; role < POMP_ROLE_COUNT; role++) {
    const struct region *r = pomp_role_is(role, POMP_IS_SHARED) ? analysis_part(a, reduction, role) : NULL;
    if (r)
      return r;
  }
  return analysis_part(a, reduction, POMP_ROLE_TEAM);
}

static void tell(struct finding *f, const struct region *r, const struct region *work, double own) {
  const double visits = (double)(work->totals.visits ? work->totals.visits : 1);
  const double each = f->severity / visits, inside = own / visits;
  find_evidence(f, "instances", "", visits / (r->shares ? r->shares : 1));
  find_evidence(f, "reduction_ns", "ns", each);
  find_evidence(f, "inside_ns", "ns", inside);
  find_evidence(f, "members", "", r->shares);
  find_advise(f,
              "Its clauses are %s. Beside %.1f us of work, a member takes %.1f us to add its copy of the arrays to "
              "theirs, one member after the other, and each has filled its copy with zeros before: " HELPS
              "share out the loop so that each member has elements of its own (no reduction), reduce once behind all "
              "loops (one parallel region around them), or, where an iteration changes few elements, update these by "
              "atomic.",
              r->construct->clauses, inside * 1e-3, each * 1e-3);
}

void find_reductions(struct property_search *s) {
  const struct analysis *a = s->a;
  for (uint32_t region = 0; region < a->region_count; region++) {
    const struct region *r = &a->regions[region];
    const struct region *work = r->role == POMP_ROLE_REDUCTION ? work_of(a, r) : NULL;
    if (!work || !r->construct)
      continue;
    const double own = find_own(s, work), lost = find_own(s, r);
    if (lost < REDUCTION_PART * own)
      continue;
    struct finding *f = find_add(s, PROPERTY_LONG_REDUCTION, region, lost, way_wall(s));
    if (!f)
      continue;
    f->by_work = a->all.scheduled.switches_known;
    f->is = SAVES_AT_LEAST; /* the copies are made as well */
    tell(f, r, work, own);
  }
}
