/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fine_tasks.c - tasks that do too little for what it takes to make them.
 * Not here: parallel regions that do too little (fork_findings.c). */
#include "find.h"

#include <stdio.h>

#define TASKS_MIN 100u
#define TASK_PART 0.1 /* so much of the tasks' time it takes to make them */

void find_fine_tasks(struct search *s) {
  const struct analysis *a = s->a;
  for (uint32_t region = 0; region < a->region_count; region++) {
    const struct region *r = &a->regions[region];
    const struct region *made = r->role == POMP_ROLE_TASK ? analysis_part(a, r, POMP_ROLE_TASK_CREATE) : NULL;
    if (!made || r->totals.visits < TASKS_MIN)
      continue;
    double own = find_own(s, made), each = (double)r->visit_time / (double)r->totals.visits, median = each;
    double creation = own / (double)made->totals.visits;
    region_quantile(a, r, 0.5, &median);
    if (creation < TASK_PART * median)
      continue;
    struct finding *f = find_add(s, PROPERTY_FINE_TASKS, region, own, way_wall(s));
    if (!f)
      continue;
    find_evidence(f, "tasks", "", (double)r->totals.visits);
    find_evidence(f, "per_task_ns", "ns", each);
    find_evidence(f, "median_ns", "ns", median);
    find_evidence(f, "creation_ns", "ns", creation);
    find_advise(f,
                "Half of the tasks take no more than %.2f us, and making one takes %.2f: " HELPS "give each more to do "
                "(grainsize, larger blocks), or make none below a size (if or final clause).",
                median * 1e-3, creation * 1e-3);
  }
}
