/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sampled_balance.c - how much CPU time each member of a team worked in a construct, as samples tell.
 * Not here: the samples by state (sampled.c), the same by the wall clock (balance.c).
 *
 * A member that waits on its processor works as little as one that sleeps: its samples in barriers, and those in states
 * of waiting, are left out. What is left has nothing of the time for which it had no processor. */
#include "large.h"
#include "sampled.h"
#include "steps.h"
#include "team_sums.h"

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
  s->work = large_calloc(e->node_count + 1ull, sizeof *s->work);
  s->forks = large_calloc(e->node_count + 1ull, sizeof *s->forks);
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
 * with n as the next power of two. There is no logarithm where no libm is (tools/own_libc). */
static double of_largest(uint32_t members) {
  int powers = 0;
  while ((1ull << powers) < members)
    powers++;
  return sqrt(2 * LN_2 * powers);
}

/* Adds a team's members. `each` is the mean time of a sample: a count n has the standard deviation √n, and where all
 * members have the same to do, the one that has most exceeds the mean by some of those. */
static void add_team(struct sampled_balance *b, const struct work *work, uint32_t members, double each) {
  uint32_t most = 0;
  double time = 0, count = 0, least = 1;
  for (uint32_t i = 0; i < members; i++) {
    time += (double)work[i].of.time;
    count += (double)work[i].of.count;
    most = work[i].of.time > work[most].of.time ? i : most;
  }
  double n = members, max = (double)work[most].of.time, of_most = fmax(least, (double)work[most].of.count);
  double variance = of_most * (1 - 1 / n) * (1 - 1 / n) + fmax(least, count - of_most) / n / n;
  if (!b->teams || max - time / n > b->most_more) {
    b->most = work[most].location;
    b->most_more = max - time / n;
  }
  b->teams++;
  b->count += (uint64_t)count;
  b->max += max;
  b->mean += time / n;
  b->error = sqrt(b->error * b->error + variance * each * each);
  b->chance += of_largest(members) * sqrt(fmax(least, count / n)) * each;
}

bool sampled_balance(const struct analysis *a, uint32_t region, struct sampled_balance *b) {
  const struct region *r = &a->regions[region];
  struct work *work = NULL;
  double time = 0, count = 0;
  *b = (struct sampled_balance){.most = NO_LOCATION};
  if (!a->sampled || !a->sampled->on_cpu || !r->shares || (!is_shared(r->role) && r->role != POMP_ROLE_TEAM))
    return true;
  const struct share *shares = analysis_shares(a, r);
  if (!(work = malloc(r->shares * sizeof *work)))
    return false;
  b->known = true;
  for (uint32_t i = 0; i < r->shares; i++) {
    work[i] = (struct work){team_of(a->experiment, shares[i].location, r->role), shares[i].location, {0, 0}};
    b->known &= sampled_work(a, &shares[i], &work[i].of);
    time += (double)work[i].of.time;
    count += (double)work[i].of.count;
  }
  qsort(work, r->shares, sizeof *work, by_team);
  b->known &= count > 0;
  for (uint32_t i = 0, from; b->known && i < r->shares;) {
    for (from = i; i < r->shares && work[i].team == work[from].team;)
      i++;
    add_team(b, work + from, i - from, time / count);
  }
  free(work);
  return true;
}

double sampled_imbalance(const struct sampled_balance *b) { return b->max > b->mean ? (b->max - b->mean) / b->max : 0; }

bool sampled_is_uneven(const struct sampled_balance *b, double ns) { return b->known && ns > b->chance + 2 * b->error; }
