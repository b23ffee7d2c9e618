/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* orphans.c - loops and sections that no parallel region is around, wherever they are executed.
 * Not here: regions whose teams have one member (processor_findings.c), other serial code (serial.c). */
#include "findings/finding.h"

/* Teams share out a `loop`, too. */
static bool is_in_team(const struct analysis *a, uint32_t path, enum pomp_role role) {
  for (; path != NO_PATH; path = a->paths[path].parent) {
    const enum pomp_role outer = a->regions[a->paths[path].region].role;
    if (outer == POMP_ROLE_TEAM || (outer == POMP_ROLE_TEAMS && role == POMP_ROLE_LOOP))
      return true;
  }
  return false;
}

static bool is_orphan(const struct analysis *a, const struct region *r) {
  bool orphan = r->role == POMP_ROLE_FOR || r->role == POMP_ROLE_SECTIONS || r->role == POMP_ROLE_LOOP;
  for (uint32_t i = 0; orphan && i < r->paths; i++)
    orphan = !is_in_team(a, a->region_paths[r->first_path + i], r->role);
  return orphan && r->totals.visits;
}

void find_orphans(struct property_search *s) {
  const struct analysis *a = s->a;
  /* The processors that a rank of one thread could have are perhaps those of other ranks. */
  const uint32_t could = a->all.threads > 1 || a->experiment->header.ranks ? a->all.threads : a->all.cpus;
  for (uint32_t i = 0; could > 1 && i < a->region_count; i++) {
    const struct region *r = &a->regions[i];
    if (!is_orphan(a, r))
      continue;
    find_begin(s);
    const struct share *share = analysis_shares(a, r);
    for (uint32_t k = 0; k < r->shares; k++)
      s->lost[share[k].location] += (double)share[k].inclusive * (1 - 1.0 / could);
    struct finding *f = find_add(s, PROPERTY_NO_TEAM, i, (double)r->totals.inclusive, way_wall(s));
    if (!f)
      continue;
    find_evidence(f, "visits", "", (double)r->totals.visits);
    find_evidence(f, "threads", "", could);
    find_advise(f,
                "No parallel region is around it, so that one thread does all of it: " HELPS
                "write parallel in its directive, or call its function in a parallel region, of %u threads.",
                could);
  }
}
