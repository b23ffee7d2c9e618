/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* member_findings.c - members of teams that do nothing, and parallel regions that have more to do for some members.
 * Not here: worksharing constructs (balance_findings.c), which explain a part of the waiting at a region's end. */
#include "findings/plain_code.h"
#include "findings/teams.h"

#include <math.h>
#include <stdio.h>

#define NOTHING 0.01        /* of its time a member is busy that never works */
#define BESIDE_BUSIEST 0.1  /* of what the busiest member is busy; where all have little to do, nobody is idle */
#define DEALT 0.5           /* of the team's work */
#define BARRIER_ITSELF 5e3  /* ns: a barrier at which nobody is late may take so long */
#define UNEVEN_PART 0.02    /* of the team's time */
#define LATE_BEGIN_PART 0.2 /* of what is lost */
#define LITTLE_UNEVEN                                                                                                  \
  0.1                   /* of the team's time: members that do all the same differ by so much, as the machine does     \
                         */
#define UNDIVIDED 0.9   /* of the team's work */
#define ASLEEP_PART 0.5 /* so much of what is lost, and sleep is why */
#define IN_TURN 0.8     /* so much of the waiting at the ends each member has alike */

/* Who has iterations of the loops that are most of the work has something to do, however short they are. */
bool member_is_idle(const struct team *team, const struct member *m) {
  return m->busy < NOTHING * (m->busy + m->wait) && m->busy < BESIDE_BUSIEST * team->busiest &&
         team->dealt < DEALT * team->all.busy;
}

/* Returns how long a member that does nothing waited for others, but for tasks and for what one of the others did
 * alone. That is no longer than the others were busy: the rest of its waiting is what the barriers themselves take. */
static double idle_of(const struct team *team, const struct member *m) {
  double idle = member_is_idle(team, m) ? m->wait - m->task_wait - team->serial : 0, others = team->all.busy - m->busy;
  idle = idle < others ? idle : others;
  return idle > 0 ? idle : 0;
}

/* True if the members do nearly the same, and nothing divides it among them. */
static bool is_undivided(const struct teams *t, const struct team *team, uint32_t region, double uneven) {
  return uneven < LITTLE_UNEVEN * (team->all.busy + team->all.wait) &&
         find_is_instrumented(&t->s->a->regions[region]) &&
         team->all.busy - team->divided - team->serial > UNDIVIDED * team->all.busy;
}

static const char *doubt_of(const struct team *team, double uneven, bool undivided) {
  if (undivided)
    return "nothing tells whether members divide this work, or each does all of it, or waits in a loop of its own";
  return team->late_begin > LATE_BEGIN_PART * uneven ? "members began late, which may be why they ended late" : NULL;
}

void team_lose_members(struct teams *t, uint32_t index) {
  struct team *team = &t->all[index];
  const struct process_totals *all = &t->s->a->all;
  double idle = 0, by_work = 0, uneven = 0, busy = team->all.busy, least = INFINITY;
  if (team->size <= 1)
    return;
  for (uint32_t m = t->first_member[team->forker]; m != NO_LOCATION; m = t->next_member[m]) {
    const struct member *one = &t->members[m];
    idle += idle_of(team, one);
    by_work += fmin(idle_of(team, one), team->busiest);
    uneven += member_is_idle(team, one) ? 0 : one->end_wait;
    team->idle_members += idle_of(team, one) > 0;
    least = fmin(least, one->end_wait);
  }
  team->alike = least * team->size;
  /* Where threads were pushed off their processors, it is sure that a member waits for what one of the others works. */
  const bool is_by_work = all->scheduled.switches_known && analysis_is_doubtful(all, idle);
  idle = is_by_work ? by_work : idle;
  /* Members that wait for a nested region of others are reported there; and while the teams of such regions have
   * threads of their own, there are as many threads at work as if the members were. */
  double nested = team->nested + team->below, of_idle = nested < idle ? nested : idle;
  idle -= of_idle;
  uneven -= team->joining + team->late_at_end + (nested - of_idle) + team->alone * (team->size - 1) +
            team->teams * team->size * BARRIER_ITSELF;
  const uint32_t fork = t->s->a->paths[t->s->a->node_path[team->fork]].region;
  const uint32_t region = t->s->a->paths[t->s->a->node_path[t->lists[index].first]].region;
  teams_lose(t, (struct loss){PROPERTY_IDLE_THREADS, fork, index, idle, idle / team->size, NULL, fork, is_by_work});
  bool undivided = is_undivided(t, team, region, uneven);
  if (uneven > UNEVEN_PART * (busy + team->all.wait))
    teams_lose(t, (struct loss){undivided ? PROPERTY_UNDIVIDED_WORK : PROPERTY_LOAD_IMBALANCE, region, index, uneven,
                                uneven / team->size, doubt_of(team, uneven, undivided), region, team->by_work});
}

void tell_undivided(const struct teams *t, struct finding *f, const struct loss *l, uint32_t count) {
  const struct team *team = &t->all[l->team];
  (void)count;
  find_evidence(f, "wait_ns", "ns", f->severity);
  find_evidence(f, "busy_ns", "ns", team->all.busy);
  find_evidence(f, "in_worksharing_ns", "ns", team->divided);
  find_evidence(f, "team_size", "", team->size);
  find_advise(
      f, "The members work nearly equally long, outside of worksharing constructs and tasks, and wait for each other "
         "a little: " HELPS "look whether each member does all the work, which a worksharing construct (for, sections, "
         "single) or tasks divide, or spins until another one is done, which a barrier or taskwait does without "
         "taking a processor. If they divide it by their numbers, there is nothing else to gain here.");
}

void tell_idle_members(const struct teams *t, struct finding *f, const struct loss *l, uint32_t count) {
  const struct team *team = &t->all[l->team];
  (void)count;
  f->of_members = true;
  f->variant = 1; /* the fork may have a finding about threads for which its teams had no place */
  find_evidence(f, "idle_ns", "ns", f->severity);
  find_evidence(f, "team_size", "", team->size);
  find_evidence(f, "idle_members", "", team->idle_members);
  if (!find_is_instrumented(&t->s->a->regions[l->region])) {
    find_advise(f, "%.0f of the team's %.0f members never do anything but wait for the others; %s.",
                (double)team->idle_members, team->size, plain_advice(&t->s->a->regions[l->region]));
    return;
  }
  if (find_tell_undeferred(f, t->s->a))
    return;
  find_advise(f,
              "%.0f of the team's %.0f members never do anything but wait for the others: " HELPS
              "give these members a part of the work (a "
              "loop needs as many iterations, or chunks, as there are members), or fork smaller teams.",
              (double)team->idle_members, team->size);
}

/* Returns how long members were in the teams and not on a processor, where each found one: they slept, but not at
 * OpenMP's barriers. */
static double asleep_in(const struct teams *t, const struct team *team) {
  const struct experiment *e = t->s->a->experiment;
  double asleep = 0;
  for (uint32_t i = t->lists[t->index[team->fork]].first_turn; i != NO_NODE; i = t->next_turn[i]) {
    const struct cpu_time *cpu = &experiment_extra(e, &e->nodes[i])->cpu;
    const double span = cpu->visits ? (double)experiment_ns(e, cpu->span) : 0, off = span - (double)cpu->on_cpu;
    if (POMP_KEY_ROLE(e->nodes[i].key) == POMP_ROLE_TEAM && !cpu->waited && off > 0)
      asleep += off / (double)cpu->visits * (double)e->nodes[i].visits;
  }
  return asleep;
}

void tell_uneven_members(const struct teams *t, struct finding *f, const struct loss *l, uint32_t count) {
  const struct team *team = &t->all[l->team];
  double teams = 0, late = 0, asleep = 0, alike = 0, wait = 0, all = 0;
  for (uint32_t i = 0; i < count; i++) {
    teams += t->all[l[i].team].teams;
    late += t->all[l[i].team].late_begin;
    alike += t->all[l[i].team].alike;
    asleep += asleep_in(t, &t->all[l[i].team]);
    wait += t->all[l[i].team].all.end_wait;
    all += t->all[l[i].team].all.busy + t->all[l[i].team].all.wait;
  }
  find_chance(f, all > 0 ? f->severity / all : 0, teams, 0, team->size);
  find_evidence(f, "wait_ns", "ns", f->severity);
  find_evidence(f, "instances", "", teams);
  find_evidence(f, "team_size", "", team->size);
  find_evidence(f, "late_begin_ns", "ns", late);
  if (!find_is_instrumented(&t->s->a->regions[l->region])) {
    find_advise(f, "Members come to the region's end at different times, and wait for each other there; %s.",
                plain_advice(&t->s->a->regions[l->region]));
    return;
  }
  if (asleep > ASLEEP_PART * f->severity && !analysis_is_crowded(&t->s->a->all))
    find_advise(f, "Members that others wait for at the region's end sleep for much of that time, and not in OpenMP "
                   "(sleep, poll, input, a lock of a library): " HELPS "let OpenMP wait in their place, by a barrier, "
                   "taskwait or depend; or let one thread do the waiting while the others have work.");
  else if (alike > IN_TURN * wait)
    find_advise(f,
                "In turn, members have more work than the others outside of worksharing constructs, and wait for each "
                "other at the region's end: " HELPS "deal the work out in small parts to members as they become free "
                "(schedule(dynamic), tasks); or, if no instance needs what other members have written in the one "
                "before, have one parallel region around all of them: over all instances the work evens out.");
  else
    find_advise(
        f, "Members have different amounts of work outside of worksharing constructs, and wait for each other at the "
           "region's end: " HELPS "divide the work by a worksharing construct, or by tasks.");
}
