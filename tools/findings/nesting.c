/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* nesting.c - nested parallel regions whose teams have but one member, while other threads have nothing to do; and
 * those whose teams have more members than there are processors for. Not here: how much processors are short
 * (run_findings.c). */
#include "findings/teams.h"

#include <stdio.h>

/* Tells how many members the teams of a fork have on average. */
static double size_of(const struct teams *t, uint32_t fork) {
  const struct experiment *e = t->s->a->experiment;
  double members = 0;
  if (t->lists[t->index[fork]].fork != fork)
    return 0; /* nobody was in its teams */
  for (uint32_t i = t->lists[t->index[fork]].first_turn; i != NO_NODE; i = t->next_turn[i])
    if (POMP_KEY_ROLE(e->nodes[i].key) == POMP_ROLE_TEAM)
      members += (double)e->nodes[i].visits;
  return e->nodes[fork].visits ? members / (double)e->nodes[fork].visits : 0;
}

/* True if a fork's teams have one member, although the directive wants more, as far as that is known. */
static bool is_serialized(const struct teams *t, uint32_t fork) {
  const struct analysis *a = t->s->a;
  const struct construct *c = a->regions[a->paths[a->node_path[fork]].region].construct;
  double size = size_of(t, fork);
  return size > 0 && size <= 1 && !(c && c->clauses && c->num_threads == 1);
}

/* Adds the time of each member in such regions, and returns the one that has most; or NO_REGION. */
static uint32_t serialized_in(struct teams *t, const struct team *team) {
  const struct analysis *a = t->s->a;
  const struct experiment *e = a->experiment;
  uint32_t worst = NO_REGION;
  const uint32_t first = t->lists[t->index[team->fork]].first_turn;
  for (uint32_t i = first; i != NO_NODE; i = t->next_turn[i]) {
    if (POMP_KEY_ROLE(e->nodes[i].key) != POMP_ROLE_FORK || e->locations[e->nodes[i].location].parent != team->forker ||
        !is_serialized(t, i))
      continue;
    const uint32_t region = a->paths[a->node_path[i]].region;
    t->members[e->nodes[i].location].serialized += (double)a->nodes[i].inclusive;
    t->region_time[region] += (double)a->nodes[i].inclusive;
    if (worst == NO_REGION || t->region_time[region] > t->region_time[worst])
      worst = region;
  }
  for (uint32_t i = first; i != NO_NODE; i = t->next_turn[i])
    t->region_time[a->paths[a->node_path[i]].region] = 0;
  return worst;
}

void team_lose_nested(struct teams *t, uint32_t index) {
  struct team *team = &t->all[index];
  if (team->size <= 1)
    return;
  const uint32_t region = serialized_in(t, team);
  double all = 0, most = 0;
  if (region == NO_REGION)
    return;
  for (uint32_t m = t->first_member[team->forker]; m != NO_LOCATION; m = t->next_member[m]) {
    all += t->members[m].serialized;
    most = t->members[m].serialized > most ? t->members[m].serialized : most;
  }
  /* A member can have waited no longer for those regions than the others were in them. */
  for (uint32_t m = t->first_member[team->forker]; m != NO_LOCATION; m = t->next_member[m]) {
    double wait = t->members[m].wait - t->members[m].task_wait, others = all - t->members[m].serialized;
    team->nested += wait < others ? wait : others;
  }
  double threads = t->s->threads[t->s->a->experiment->locations[team->forker].process];
  double spare = threads > team->size ? threads - team->size : 0, places = team->size + spare;
  bool is_outer = t->fork_of[team->fork] == NO_NODE;
  double severity = team->nested + (is_outer ? spare * most : 0);
  const struct construct *c = t->s->a->regions[region].construct;
  teams_lose(t, (struct loss){PROPERTY_SERIALISED_NESTING, region, index, severity,
                              severity / (is_outer ? places : team->size),
                              c && c->clauses && c->facts & POMP_FACT_IF
                                  ? "the region has an if clause, which may be what makes its teams small"
                                  : NULL,
                              region, false});
}

void tell_serialized(const struct teams *t, struct finding *f, const struct loss *l, uint32_t count) {
  const struct totals_of_place of = teams_place(t, l->place);
  (void)count;
  find_evidence(f, "idle_ns", "ns", f->severity);
  find_evidence(f, "visits", "", of.visits);
  find_evidence(f, "serialized_ns", "ns", of.inclusive);
  find_evidence(f, "outer_team_size", "", t->all[l->team].size);
  find_evidence(f, "threads", "", t->s->a->all.threads);
  find_advise(f, "Its teams have one member each while other threads wait: " HELPS "allow a further level of teams "
                 "(OMP_MAX_ACTIVE_LEVELS, omp_set_max_active_levels) with as many members as there are threads without "
                 "work (OMP_NUM_THREADS=a,b), or make one level of both (collapse, tasks).");
}
