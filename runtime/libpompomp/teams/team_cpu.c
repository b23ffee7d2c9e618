/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* team_cpu.c - chooses, measures and records CPU time of teams' members, and what the kernel did for them. */
#include "teams/team_cpu.h"
#include "base/clock.h"
#include "base/processors.h"
#include "base/sandbox.h"
#include "state/gate.h"
#include "state/slow_lock.h"
#include "teams/location.h"

#include <errno.h>

#define SHARE 100 /* the readings take one part of so many of the time */
#define MEAN_OF 64
#define PLACES 256u /* a page of them */

_Static_assert(sizeof(struct pomp_cpu_time) == 64 && sizeof(struct pomp_kernel_time) == 64,
               "layout of the file; and no two threads share a cache line");

static uint64_t cost;  /* ticks of 1000 readings */
static int64_t enough; /* ticks from fork to fork: if they are apart by so much, all are measured */

void pomp_team_cpu_start(void) {
  uint64_t best = UINT64_MAX;
  for (int i = 0; i < 8; i++) {
    uint64_t before = pomp_clock(), after;
    pomp_kernel_use_of_thread();
    pomp_processors_own_time();
    after = pomp_clock();
    best = after - before < best ? after - before : best;
  }
  enough = (int64_t)(2 * SHARE * (best ? best : 1));
  pomp_file()->cpu_cost = cost = 1000 * best;
}

uint64_t pomp_team_cpu_cost(void) { return cost; }

/* Teams that are far apart are all measured, and the first one is. The mean goes over the last MEAN_OF teams, and a
 * time counts no more than what the readings need: so a long one raises the probability of the next ones little. */
bool pomp_team_cpu_choose(struct pomp_thread *parent, uint64_t now) {
  const int64_t need = enough;
  int64_t time = (int64_t)(now - parent->cpu_forked), mean = (int64_t)parent->cpu_interval;
  time = time < need ? time : need;
  parent->cpu_forked = now;
  if (POMP_LIKELY(parent->cpu_forks == MEAN_OF))
    mean += (time - mean) / MEAN_OF;
  else
    mean += (time - mean) / (int32_t)++parent->cpu_forks;
  parent->cpu_interval = (uint64_t)mean;
  parent->cpu_random = parent->cpu_random * 6364136223846793005u + now;
  return (int64_t)((parent->cpu_random >> 32) * (uint64_t)need >> 32) < mean && !pomp_sandbox_is_entered();
}

/* A member whose own visit is measured has its figures there. */
void pomp_team_cpu_ahead(struct pomp_thread *parent, uint32_t size) {
  const bool is_largest = size > parent->cpu_most;
  parent->cpu_ahead = false;
  if (is_largest)
    parent->cpu_most = size;
  if (!is_largest || parent->cpu_open)
    return;
  parent->cpu_kernel = pomp_kernel_use_of_thread();
  parent->cpu_since = pomp_processors_own_time();
  parent->cpu_ns = pomp_clock_monotonic();
  parent->cpu_ahead = true;
}

/* Returns the calling thread's CPU time. A thread that has not lost its processor since the fork has had it all the
 * time. */
static uint64_t own_time(const struct pomp_thread *member) {
  const struct pomp_thread *parent = member->parent;
  const struct pomp_kernel_use *now = &member->cpu_kernel;
  if (member->thread_num != 0 || !parent || !parent->cpu_ahead)
    return pomp_processors_own_time();
  const struct pomp_kernel_use *then = &parent->cpu_kernel;
  const bool kept = now->known && then->known && now->sleeps == then->sleeps && now->preempted == then->preempted;
  return kept ? parent->cpu_since + (pomp_clock_monotonic() - parent->cpu_ns) : pomp_processors_own_time();
}

void pomp_team_cpu_begin(struct pomp_thread *member) {
  member->cpu_kernel = pomp_kernel_use_of_thread();
  member->cpu_since = own_time(member);
}

void pomp_team_cpu_begun(struct pomp_thread *member, uint64_t now) {
  member->cpu_open = true;
  member->cpu_from = now;
}

/* Makes both records of a team's member. 0 or an error of pomp_arena_record. */
static int make_records(struct pomp_team_records *r, uint32_t node) {
  static struct pomp_arena_records cpu, kernel;
  void *made[2];
  int error = pomp_arena_record(&cpu, POMP_BLOCK_CPU, sizeof *r->cpu, &made[0]);
  if (!error)
    error = pomp_arena_record(&kernel, POMP_BLOCK_KERNEL, sizeof *r->kernel, &made[1]);
  if (error)
    return error;
  r->cpu = made[0];
  r->kernel = made[1];
  __atomic_store_n(&r->cpu->node, node, __ATOMIC_RELEASE);
  __atomic_store_n(&r->kernel->node, node, __ATOMIC_RELEASE);
  return 0;
}

/* Returns room for where a team's records are; NULL: there is no memory. */
static struct pomp_team_records *take_place(void) {
  static struct pomp_team_records *places;
  static uint32_t left;
  if (!left) {
    places = pomp_arena_scratch(PLACES * sizeof *places);
    left = places ? PLACES : 0;
  }
  return left ? &places[--left] : NULL;
}

/* Returns the team's records, which are made for its first visit that is measured; NULL: there is no memory. */
static struct pomp_team_records *records_of(struct pomp_path *team) {
  struct pomp_team_records *r = POMP_LOAD(team->records);
  if (r || !pomp_slow_begin())
    return r;
  int error = 0;
  if (pomp_is_measuring()) {
    r = take_place();
    error = r ? make_records(r, team->number) : -ENOMEM;
    if (error)
      r = NULL;
    POMP_RELEASE(team->records, r);
  }
  if (error)
    pomp_gate_stop(error);
  pomp_slow_end();
  return r;
}

static uint64_t grown(uint64_t from, uint64_t to) { return to > from ? to - from : 0; }

/* Returns the CPU time of a visit that took `span` ticks. It is asked before the clock at the begin, and after it at
 * the end, and what that takes is none of the visit. */
static uint64_t used_in(uint64_t span, uint64_t from, uint64_t to) {
  const uint64_t used = grown(from, to), most = (uint64_t)(pomp_clock_seconds(span) * 1e9 + 0.5);
  return used < most ? used : most;
}

static void add_kernel(struct pomp_kernel_time *r, const struct pomp_kernel_use *from,
                       const struct pomp_kernel_use *to) {
  if (!from->known || !to->known)
    return;
  POMP_ADD(r->visits, 1);
  POMP_ADD(r->user, grown(from->user, to->user));
  POMP_ADD(r->system, grown(from->system, to->system));
  POMP_ADD(r->faults, grown(from->faults, to->faults));
  POMP_ADD(r->major_faults, grown(from->major_faults, to->major_faults));
  POMP_ADD(r->sleeps, grown(from->sleeps, to->sleeps));
  POMP_ADD(r->preempted, grown(from->preempted, to->preempted));
}

void pomp_team_cpu_end(struct pomp_thread *member, struct pomp_path *team, uint64_t now, bool waited) {
  member->cpu_open = false;
  if (pomp_sandbox_is_entered()) /* since the team's begin */
    return;
  const uint64_t span = grown(member->cpu_from, now),
                 used = used_in(span, member->cpu_since, pomp_processors_own_time());
  const struct pomp_kernel_use kernel = pomp_kernel_use_of_thread();
  struct pomp_team_records *records = POMP_KEY_ROLE(team->key) == POMP_ROLE_TEAM ? records_of(team) : NULL;
  if (!records)
    return;
  struct pomp_cpu_time *r = records->cpu;
  POMP_ADD(r->visits, 1);
  POMP_ADD(r->span, span);
  POMP_ADD(r->on_cpu, used);
  if (waited)
    POMP_STORE(r->flags, (uint32_t)POMP_CPU_TIME_WAITED);
  add_kernel(records->kernel, &member->cpu_kernel, &kernel);
  member->cpu_record = waited ? NULL : r;
  POMP_STORE(member->cpu_used, used);
  POMP_RELEASE(member->cpu_generation, member->generation);
}

void pomp_team_cpu_joined(struct pomp_thread *member) {
  const struct pomp_members *all = pomp_members_of(member);
  struct pomp_cpu_time *r = member->cpu_record;
  const uint32_t size = member->team_size;
  uint64_t sum = 0, max = 0;
  if (!r || !all || !size || all->room < size)
    return;
  for (uint32_t i = 0; i < size; i++) {
    const struct pomp_thread *m = __atomic_load_n(&all->at[i], __ATOMIC_ACQUIRE);
    if (!m || POMP_ACQUIRE(m->cpu_generation) != member->generation) /* it has lost its end, or had no begin */
      return;
    uint64_t used = POMP_LOAD(m->cpu_used);
    sum += used;
    max = used > max ? used : max;
  }
  POMP_ADD(r->teams, 1);
  POMP_ADD(r->max, max);
  POMP_ADD(r->mean, sum / size);
}
