/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* team_findings.c - makes findings of what the teams of one region lose.
 * Not here: what their members did (teams.c); what a team loses, and why (fork_findings.c, task_findings.c,
 * member_findings.c, nesting.c). */
#include "findings/teams.h"

#include <stdio.h>
#include <stdlib.h>

static int by_region(const void *x, const void *y) {
  const struct loss *a = x, *b = y;
  if (a->property != b->property)
    return a->property < b->property ? -1 : 1;
  if (a->place != b->place)
    return a->place < b->place ? -1 : 1;
  if (a->saving != b->saving)
    return a->saving > b->saving ? -1 : 1;
  return a->team < b->team ? -1 : a->team > b->team;
}

/* Tells what a loss costs a member. */
static double cost_of(enum property property, const struct team *team, const struct member *m) {
  switch (property) {
  case PROPERTY_TASK_CREATION:
  case PROPERTY_TASK_STARVATION:
    return m->task_wait;
  case PROPERTY_FINE_TASKS:
  case PROPERTY_SMALL_PARALLEL:
    return m->busy + m->wait; /* all take part in it */
  case PROPERTY_IDLE_THREADS:
    return member_is_idle(team, m) ? m->wait : 0;
  case PROPERTY_LOAD_IMBALANCE:
  case PROPERTY_UNDIVIDED_WORK:
    return member_is_idle(team, m) ? 0 : m->end_wait;
  default:
    return m->wait;
  }
}

/* Sets whom a finding costs: the members that have a hundredth of it or more. */
static void find_losers(struct teams *t, struct finding *f, const struct loss *l, uint32_t count) {
  find_begin(t->s);
  for (uint32_t i = 0; i < count; i++) {
    struct team again = {.fork = t->all[l[i].team].fork};
    teams_add_up(t, &again);
    for (uint32_t m = t->first_member[again.forker]; m != NO_LOCATION; m = t->next_member[m]) {
      double cost = cost_of(l->property, &again, &t->members[m]);
      t->s->lost[m] += cost > 0.01 * f->severity ? cost : 0;
    }
  }
  find_locations(t->s, f, t->s->lost);
}

/* Makes a finding of the losses of one region, or of the copies of one. */
static void find_one(struct teams *t, const struct loss *l, uint32_t count) {
  static void (*const tell[PROPERTY_COUNT])(const struct teams *, struct finding *, const struct loss *, uint32_t) = {
      [PROPERTY_SMALL_PARALLEL] = tell_forks,          [PROPERTY_FINE_TASKS] = tell_fine,
      [PROPERTY_TASK_CREATION] = tell_creation,        [PROPERTY_TASK_STARVATION] = tell_starvation,
      [PROPERTY_IDLE_THREADS] = tell_idle_members,     [PROPERTY_LOAD_IMBALANCE] = tell_uneven_members,
      [PROPERTY_SERIALISED_NESTING] = tell_serialized, [PROPERTY_UNDIVIDED_WORK] = tell_undivided};
  double severity = 0;
  find_begin(t->s);
  for (uint32_t i = 0; i < count; i++) {
    severity += l[i].severity;
    t->s->lost[t->all[l[i].team].forker] += l[i].saving;
  }
  struct finding *f = find_add(t->s, l->property, l->region, severity, way_wall(t->s));
  if (!f)
    return;
  f->team = t->s->a->node_path[t->all[l->team].fork];
  f->place = find_copied_place(&t->s->a->regions[l->region]);
  f->by_work = l->by_work;
  if (l->doubt) {
    f->judged = false;
    snprintf(f->why, sizeof f->why, "%s", l->doubt);
  }
  find_losers(t, f, l, count);
  tell[l->property](t, f, l, count);
}

static void find_all(struct teams *t) {
  t->places = malloc((t->s->a->region_count + 1ull) * sizeof *t->places);
  if (!t->places || !find_copies(t->s->a, t->places)) {
    t->s->failed = true;
    return;
  }
  for (uint32_t i = 0; i < t->loss_count; i++)
    t->losses[i].place = t->places[t->losses[i].region];
  if (t->loss_count)
    qsort(t->losses, t->loss_count, sizeof *t->losses, by_region);
  for (uint32_t i = 0, end; i < t->loss_count; i = end) {
    for (end = i + 1; end < t->loss_count && t->losses[end].property == t->losses[i].property &&
                      t->losses[end].place == t->losses[i].place;)
      end++;
    find_one(t, &t->losses[i], end - i);
  }
}

/* Adds what other threads than the member's did in a team to the team that the member is in. */
static void add_below(struct teams *t, const struct team *team) {
  const struct experiment *e = t->s->a->experiment;
  if (t->fork_of[team->fork] == NO_NODE)
    return;
  struct team *above = &t->all[t->index[t->fork_of[team->fork]]];
  above->below += team->below;
  for (uint32_t m = t->first_member[team->forker]; m != NO_LOCATION; m = t->next_member[m])
    above->below += e->locations[m].thread_num ? t->members[m].busy : 0;
}

/* Finds the nested fork that takes most time of those which make more threads than there are processors, where the
 * teams around it do not. */
static void find_crowding(struct teams *t) {
  const struct analysis *a = t->s->a;
  double most = 0;
  for (uint32_t i = 0; i < t->count; i++) {
    struct team *team = &t->all[i];
    const uint32_t above = t->fork_of[team->fork];
    const struct process_totals *p = &a->processes[a->experiment->locations[team->forker].process];
    double around = above == NO_NODE ? 1 : t->all[t->index[above]].threads;
    team->threads = around * team->size;
    if (above == NO_NODE || !p->cpus || around > p->cpus || team->threads <= p->cpus ||
        (double)a->nodes[team->fork].inclusive <= most)
      continue;
    most = t->s->crowding_time = (double)a->nodes[team->fork].inclusive;
    t->s->crowding = a->paths[a->node_path[team->fork]].region;
  }
}

static void look(struct teams *t) {
  if (!teams_find_fine(t)) {
    t->s->failed = true;
    return;
  }
  for (uint32_t i = t->count; i-- > 0;) { /* inner teams come before the outer ones */
    teams_add_up(t, &t->all[i]);
    add_below(t, &t->all[i]);
    team_lose_forks(t, i);
    team_lose_tasks(t, i);
    team_lose_fine(t, i);
    team_lose_nested(t, i);
    team_lose_members(t, i);
  }
  find_crowding(t);
  find_all(t);
}

void find_teams(struct property_search *s) {
  if (s->a->experiment->processes[0].header.nesting == POMP_NESTING_UNKNOWN)
    find_forks(s);
  struct teams t;
  if (teams_make(&t, s))
    look(&t);
  else
    s->failed = true;
  teams_free(&t);
}
