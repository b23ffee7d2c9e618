/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sampled_balance.c - how much CPU time each member of a team worked in a construct, as samples tell.
 * Not here: the samples by state (sampled.c), the same by the wall clock (balance.c).
 *
 * A member that waits on its processor works as little as one that sleeps: its samples in barriers, and those in states
 * of waiting, are left out. What is left has nothing of the time for which it had no processor. */
#include "base/huge_pages.h"
#include "sums/analysis_steps.h"
#include "sums/sampled.h"
#include "sums/team_sums.h"

#include <math.h>
#include <stdlib.h>

#define LN_2 0.6931471805599453

/* Returns the samples of a node itself in which its thread worked. */
static struct sampled_count own_work(uint32_t role, const struct sampled_sums *of) {
  struct sampled_count work = of->by[SAMPLED_WORK];
  if (pomp_role_is(role, POMP_IS_WAITING))
    return (struct sampled_count){0, 0};
  for (int kind = SAMPLED_OVERHEAD; kind <= SAMPLED_UNTOLD; kind++) {
    work.count += of->by[kind].count;
    work.time += of->by[kind].time;
  }
  return work;
}

bool sampled_work_find(const struct analysis *a, struct sampled *s) {
  const struct experiment *e = a->experiment;
  s->work = huge_pages_calloc(e->node_count + 1ull, sizeof *s->work);
  s->forks = huge_pages_calloc(e->node_count + 1ull, sizeof *s->forks);
  if (!s->work || !s->forks)
    return false;
  for (uint32_t i = e->node_count; i-- > 0;) {
    const uint32_t role = POMP_KEY_ROLE(e->nodes[i].key), parent = e->nodes[i].parent;
    const struct sampled_count own = own_work(role, &s->nodes[i]);
    s->work[i].count += own.count;
    s->work[i].time += own.time;
    s->forks[i] |= role == POMP_ROLE_FORK;
    if (!a->node_is_part[i] || role == POMP_ROLE_BARRIER)
      continue;
    s->work[parent].count += s->work[i].count;
    s->work[parent].time += s->work[i].time;
    s->forks[parent] |= s->forks[i];
  }
  return true;
}

bool sampled_work(const struct analysis *a, const struct share *share, struct sampled_count *work) {
  const struct sampled *s = a->sampled;
  bool known = s && s->on_cpu;
  *work = (struct sampled_count){0, 0};
  for (uint32_t i = 0; known && i < share->node_count; i++) {
    work->count += s->work[share->nodes[i]].count;
    work->time += s->work[share->nodes[i]].time;
    known = !s->forks[share->nodes[i]];
  }
  return known;
}

/* This is what a location worked in a region. */
struct work {
  uint32_t team, location;
  struct sampled_count of;
};

static int by_team(const void *x, const void *y) {
  const struct work *a = x, *b = y;
  if (a->team != b->team)
    return a->team < b->team ? -1 : 1;
  return a->location < b->location ? -1 : a->location > b->location;
}

/* Returns by how many standard deviations the largest of so many random numbers exceeds the mean, or more: √(2 ln n),
 * with n as the next power of two. There is no logarithm where no libm is (tools/end). */
static double of_largest(uint32_t members) {
  int powers = 0;
  while ((1ull << powers) < members)
    powers++;
  return sqrt(2 * LN_2 * powers);
}

/* Adds a team's members. A count n has the standard deviation √n, and where all members have the same to do, the one
 * that has most exceeds the mean by some of those. */
static void add_team(struct sampled_teams *t, const struct work *work, uint32_t members) {
  uint32_t most = 0;
  wide time = 0;
  uint64_t count = 0;
  double least = 1;
  for (uint32_t i = 0; i < members; i++) {
    time += work[i].of.time;
    count += work[i].of.count;
    most = work[i].of.time > work[most].of.time ? i : most;
  }
  double n = members, more = (double)work[most].of.time - (double)time / n;
  double of_most = fmax(least, (double)work[most].of.count);
  if (!t->teams || more > t->most_more) {
    t->most = work[most].location;
    t->most_more = more;
  }
  t->teams++;
  t->count += count;
  t->time += time;
  t->max += work[most].of.time;
  t->mean += exact_mean(time, members);
  t->variance += exact_of(of_most * (1 - 1 / n) * (1 - 1 / n) + fmax(least, (double)count - of_most) / n / n);
  t->chance += exact_of(of_largest(members) * sqrt(fmax(least, (double)count / n)));
}

static bool is_sampled(const struct analysis *a, uint32_t location) {
  const struct experiment *e = a->experiment;
  return e->processes[e->locations[location].process].header.sample_period != 0;
}

bool sampled_teams_find(const struct analysis *a, const struct region *r, struct sampled_teams *t) {
  *t = (struct sampled_teams){.most = NO_LOCATION};
  if (!r->shares || (!is_shared(r->role) && r->role != POMP_ROLE_TEAM))
    return true;
  const struct share *shares = analysis_shares(a, r);
  struct work *work = malloc(r->shares * sizeof *work);
  uint32_t count = 0;
  for (uint32_t i = 0; work && i < r->shares; i++) {
    if (!is_sampled(a, shares[i].location))
      continue;
    work[count] = (struct work){team_of(a->experiment, shares[i].location, r->role), shares[i].location, {0, 0}};
    t->forked |= !sampled_work(a, &shares[i], &work[count++].of);
  }
  if (work && count)
    qsort(work, count, sizeof *work, by_team);
  for (uint32_t i = 0, from; work && i < count;) {
    for (from = i; i < count && work[i].team == work[from].team;)
      i++;
    add_team(t, work + from, i - from);
  }
  free(work);
  return work != NULL;
}

void sampled_teams_add(struct sampled_teams *to, const struct sampled_teams *from) {
  if (from->teams && (!to->teams || from->most_more > to->most_more)) {
    to->most = from->most;
    to->most_more = from->most_more;
  }
  to->forked |= from->forked;
  to->teams += from->teams;
  to->count += from->count;
  to->time += from->time;
  to->max += from->max;
  to->mean += from->mean;
  to->variance += from->variance;
  to->chance += from->chance;
}

bool sampled_balance(const struct analysis *a, uint32_t region, struct sampled_balance *b) {
  struct sampled_teams found;
  *b = (struct sampled_balance){.most = NO_LOCATION};
  if (!a->sampled || !a->sampled->on_cpu)
    return true;
  const struct sampled_teams *t = a->sampled->teams ? &a->sampled->teams[region] : &found;
  if (!a->sampled->teams && !sampled_teams_find(a, &a->regions[region], &found))
    return false;
  if (t->forked || !t->count)
    return true;
  const double each = (double)t->time / (double)t->count; /* the mean time of a sample */
  *b = (struct sampled_balance){.known = true,
                                .count = t->count,
                                .teams = t->teams,
                                .most = t->most,
                                .most_more = t->most_more,
                                .max = (double)t->max,
                                .mean = exact_ns(t->mean),
                                .error = sqrt(exact_ns(t->variance)) * each,
                                .chance = exact_ns(t->chance) * each};
  return true;
}

double sampled_imbalance(const struct sampled_balance *b) { return b->max > b->mean ? (b->max - b->mean) / b->max : 0; }

bool sampled_is_uneven(const struct sampled_balance *b, double ns) { return b->known && ns > b->chance + 2 * b->error; }
