/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* team_sums.h - compares what the members of each team did of a call path over the whole run, while its nodes come by.
 * Not here: what is made of it (balance.c), single instances (the runtime). */
#ifndef SUMS_TEAM_SUMS_H
#define SUMS_TEAM_SUMS_H

#include "sums/analysis_steps.h"

/* Returns a number that each team has for itself; those of processes are in the order of the processes. Where nesting
 * is unknown, all threads of a process are one team; otherwise a thread that is no member, or that leads a team of a
 * league, is a team of its own. */
static inline uint32_t team_of(const struct experiment *e, uint32_t location, uint32_t role) {
  const struct location *l = &e->locations[location];
  if (l->parent == NO_LOCATION && e->processes[l->process].header.nesting == POMP_NESTING_UNKNOWN)
    return e->processes[l->process].first_location * 2 + 1;
  bool leads = l->flags & POMP_LOCATION_LEAGUE && role != POMP_ROLE_DISTRIBUTE;
  return l->parent == NO_LOCATION || leads ? location * 2 + 1 : l->parent * 2;
}

/* This is what the members of one team did. */
struct team_sum {
  uint32_t team, members;
  uint64_t max;
  wide sum;
};

/* These are the sums over teams that come in ascending order. The first and the last one may go on in what is
 * before and behind, so they are not among those in between. */
struct team_sums {
  struct team_sum first, last;
  bool begun, out_of_order;
  uint32_t teams; /* of those in between, as the next members */
  uint64_t max;
  wide mean;
};

static inline void team_sum_end(struct team_sums *s, const struct team_sum *t) {
  if (!t->members)
    return;
  s->teams++;
  s->max = plus(s->max, t->max);
  s->mean += exact_mean(t->sum, t->members);
}

/* Ends the last team, and begins one. */
static inline void team_sums_next(struct team_sums *s, uint32_t team) {
  if (s->begun)
    team_sum_end(s, &s->last);
  else
    s->first = s->last;
  s->begun = s->begun || s->first.members;
  s->out_of_order |= s->last.members && team < s->last.team;
  s->last = (struct team_sum){.team = team};
}

/* Adds what members of a team did, which may be the last one, or another. */
static inline void team_sums_go_on(struct team_sums *s, const struct team_sum *t) {
  if (!t->members)
    return;
  if (!s->last.members || s->last.team != t->team)
    team_sums_next(s, t->team);
  s->last.members += t->members;
  s->last.max = t->max > s->last.max ? t->max : s->last.max;
  s->last.sum += t->sum;
}

static inline void team_sums_add(struct team_sums *s, uint32_t team, uint64_t time) {
  const struct team_sum member = {.team = team, .members = 1, .max = time, .sum = time};
  team_sums_go_on(s, &member);
}

/* Adds the sums of the rest, if there are any, and ends. Then the sums cover all teams. */
static inline void team_sums_finish(struct team_sums *s, const struct team_sums *behind) {
  team_sums_go_on(s, &behind->first);
  s->teams += behind->teams;
  s->max = plus(s->max, behind->max);
  s->mean += behind->mean;
  s->out_of_order |= behind->out_of_order;
  team_sums_go_on(s, &behind->last);
  team_sum_end(s, &s->first);
  team_sum_end(s, &s->last);
}

#endif
