/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* granularity.c - parallel regions and tasks that do too little for what it takes to begin and end them.
 * Not here: teams that are too small (serial.c). */
#include "find.h"

#include <stdio.h>

#define SHORT_REGION 200e3 /* ns */
#define SHORT_PART 0.1     /* so much of a region's time is its fork and join */
#define TASKS_MIN 100u
#define TASK_PART 0.1 /* so much of the tasks' time it takes to make them */

/* Leaves in search.lost what a region took itself, less what measuring it took. */
static double own_time(struct search *s, const struct region *r) {
  const struct analysis *a = s->a;
  double sum = 0, measured = (double)r->totals.exclusive;
  double part = measured > r->measuring && measured > 0 ? 1 - r->measuring / measured : 0;
  find_begin(s);
  for (uint32_t i = r->first_share; i < r->first_share + r->shares; i++) {
    double own = part * (double)a->shares[i].totals.exclusive;
    s->lost[a->shares[i].location] += own;
    sum += own;
  }
  return sum;
}

static void find_forks(struct search *s) {
  const struct analysis *a = s->a;
  for (uint32_t region = 0; region < a->region_count; region++) {
    const struct region *r = &a->regions[region];
    if (r->role != POMP_ROLE_FORK || !r->totals.visits)
      continue;
    double visits = (double)r->totals.visits, visit = (double)r->visit_time / visits, own = own_time(s, r);
    if (visit > SHORT_REGION || own < SHORT_PART * (double)r->visit_time)
      continue;
    const struct region *team = analysis_part(a, r, POMP_ROLE_TEAM);
    double size = team && team->totals.visits ? (double)team->totals.visits / visits : 1;
    struct finding *f = find_add(s, PROPERTY_SMALL_PARALLEL, region, own * size, way_wall(s));
    if (!f)
      continue;
    find_evidence(f, "forks", "", visits);
    find_evidence(f, "per_fork_ns", "ns", visit);
    find_evidence(f, "fork_and_join_ns", "ns", own / visits);
    find_evidence(f, "team_size", "", size);
    const struct construct *c = r->construct;
    bool in_loop = c && c->clauses && c->facts & POMP_FACT_IN_LOOP;
    FIND_ADVICE(
        f, "Of the %.1f us of each visit, %.1f go to fork and join: %s, or leave it serial below a size (if clause).",
        visit * 1e-3, own / visits * 1e-3,
        in_loop ? "it stands in a loop, so put the parallel region around that loop, and a worksharing construct inside"
                : "put the parallel region around the loop that calls it, or join neighbouring regions");
  }
}

static void find_tasks(struct search *s) {
  const struct analysis *a = s->a;
  for (uint32_t region = 0; region < a->region_count; region++) {
    const struct region *r = &a->regions[region];
    const struct region *made = r->role == POMP_ROLE_TASK ? analysis_part(a, r, POMP_ROLE_TASK_CREATE) : NULL;
    if (!made || r->totals.visits < TASKS_MIN)
      continue;
    double own = own_time(s, made), each = (double)r->visit_time / (double)r->totals.visits, median = each;
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
    FIND_ADVICE(f,
                "Half of the tasks take no more than %.2f us, and making one takes %.2f: give each more to do "
                "(grainsize, larger blocks), or make none below a size (if or final clause).",
                median * 1e-3, creation * 1e-3);
  }
}

void find_granularity(struct search *s) {
  find_forks(s);
  find_tasks(s);
}
