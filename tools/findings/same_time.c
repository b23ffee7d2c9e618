/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* same_time.c - which findings hold the same time, so that what fixing them saves must not be added.
 * Not here: what time the findings of each property hold (the column `holds` of properties.h). */
#include "findings/finding.h"

static bool is_below(const struct analysis *a, uint32_t path, uint32_t above) {
  for (; above && path != NO_PATH; path = path ? a->paths[path].parent : NO_PATH)
    if (path == above)
      return true;
  return false;
}

static enum held_time held(const struct finding *f) { return property_rows[f->property].holds; }

/* The others wait for as long as some ranks compute longer. While a thread is in a call of MPI, other threads of its
 * rank may be idle, and it may wait; a profile does not tell whether it does. */
static bool is_same_in_mpi(const struct analysis *a, const struct finding *f, const struct finding *g) {
  const enum held_time one = held(f), other = held(g);
  if (one == HOLDS_RANK_LONG)
    return other == HOLDS_RANK_LATE;
  if (f->path == NO_PATH || f->path != g->path)
    return false;
  if (one == HOLDS_MPI_SERIAL)
    return other == HOLDS_RANK_LATE || other == HOLDS_MPI_CALLS;
  return !a->mpi_late_known && one == HOLDS_MPI_CALLS && other == HOLDS_RANK_LATE;
}

/* True if it is about threads that wait for others, and says why these are late. */
static bool is_late(const struct finding *f) {
  return held(f) == HOLDS_UNEVEN || held(f) == HOLDS_LATE || held(f) == HOLDS_SERIAL || f->of_members;
}

/* Members that wait for a lock inside a loop are late at the loop's end: the same time is in both findings. So is what
 * is waited at a barrier, and at the next one. What a region's end and its loops have is distinguished
 * (member_findings.c). */
static bool has_same(const struct analysis *a, const struct finding *f, const struct finding *g) {
  if (is_same_in_mpi(a, f, g) || is_same_in_mpi(a, g, f))
    return true;
  if (f->region == NO_REGION || g->region == NO_REGION || (f->team != NO_PATH && f->team == g->team))
    return false;
  if (f->also == g->region || g->also == f->region || (f->also != NO_REGION && f->also == g->also))
    return true;
  bool is_nested = is_below(a, f->path, g->path) || is_below(a, g->path, f->path);
  if (held(f) == HOLDS_LOOP_COST || held(g) == HOLDS_LOOP_COST)
    /* members that begin late are waited for at the first barrier */
    return is_nested && (held(f) == HOLDS_FORK_COST || held(g) == HOLDS_FORK_COST);
  bool both_uneven = held(f) == HOLDS_UNEVEN && held(g) == HOLDS_UNEVEN;
  return f->property != g->property && !both_uneven && (is_late(f) || is_late(g)) && is_nested;
}

/* Findings that together save more than the run takes have the same time in them. */
static void bound(struct property_search *s) {
  double sum = 0;
  for (uint32_t i = 0; i < s->count && s->findings[i].judged; i++) {
    struct finding *f = &s->findings[i];
    if (f->within != NO_FINDING || f->by_cpu)
      continue;
    if (i && sum + f->saving > (double)s->a->all.wall)
      f->within = 0;
    else
      sum += f->saving;
  }
}

void same_time_find(struct property_search *s) {
  for (uint32_t i = 0; i < s->count; i++)
    for (uint32_t k = 0; k < i && s->findings[i].within == NO_FINDING; k++)
      if (has_same(s->a, &s->findings[i], &s->findings[k]))
        s->findings[i].within = k;
  bound(s);
}
