// Idle is what a thread has nothing to do, also while other threads work in regions that have no events of POMP: those of
// a library that uses OpenMP, of an object that was not compiled again, of `distribute parallel for`, of the other teams of a
// league, of `target` on the host. By the program's clock, all members begin at
// the fork, so that the truth is the time from there to the join, for each member but the one that forked.
// RUN: %fresh && %clocked %s -o a
// RUN: %python %S/Inputs/uninstrumented.py %pomp_report ./a plain nested outside distribute league bare target tasks cancel early late mixed
#include "regions.h"
#include "test_clock.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

REGION_AT(all, "region", "all", 1);
REGION(par, "parallel", 2);
REGION(league, "teams", 4);
REGION(whole_target, "target", 5);
REGION(inner, "parallel", 6);

/* A region: when it was forked, how many members it had so far, and which of the meetings is its end. */
struct team {
  uint64_t forked;
  size_t number;
  int count;
};
static struct team outer_team;
static struct clock_meeting ends;
static size_t teams;
static uint64_t others; /* the time of all members but those that forked */

static void forks(struct team *team) {
  clock_fork();
  *team = (struct team){.forked = clock_now(), .number = __atomic_fetch_add(&teams, 1, __ATOMIC_RELAXED)};
}

/* What a member does from its begin to the end. The master of a league's team is at level 0, as serial code is. */
static void works(struct team *team, uint64_t ms) {
  __atomic_fetch_add(&team->count, 1, __ATOMIC_RELAXED);
  clock_set(clock_now() + ms * CLOCK_MS);
  clock_meet(&ends, team->number);
}

static void joined(struct team *team) {
  clock_met();
  __atomic_fetch_add(&others, (uint64_t)(team->count - 1) * (clock_now() - team->forked), __ATOMIC_RELAXED);
}

static int threads, leagues, at_fork, inside;

/* A function of a library that was not instrumented. */
static void library(uint64_t ms, uint64_t ms_of_first) {
  forks(&outer_team);
#pragma omp parallel num_threads(threads)
  works(&outer_team, omp_get_thread_num() ? ms : ms_of_first);
  joined(&outer_team);
}

static void tasks(void) {
  forks(&outer_team);
#pragma omp parallel num_threads(threads)
  {
    works(&outer_team, 0);
#pragma omp master
    for (int i = 0; i < 2 * threads; i++)
#pragma omp task
      clock_work(2 * CLOCK_MS);
  }
  joined(&outer_team);
}

static void cancelled(void) {
  forks(&outer_team);
#pragma omp parallel num_threads(threads)
  {
    works(&outer_team, 3);
#pragma omp cancel parallel
    clock_work(CLOCK_MS);
  }
  joined(&outer_team);
}

static void nested(int round) {
  forks(&outer_team);
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    struct team inner_team;
    POMP_Parallel_begin(&par);
    clock_work(CLOCK_MS);
    clock_next(&at_fork); /* the members fork at the same time */
    clock_turn(&at_fork, 2 * (round + 1));
    forks(&inner_team);
#pragma omp parallel num_threads(threads)
    {
      clock_next(&inside); /* no thread is a member of one team after the other */
      clock_turn(&inside, 2 * threads * (round + 1));
      works(&inner_team, 2);
    }
    joined(&inner_team);
    works(&outer_team, 0);
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  joined(&outer_team);
}

/* A team of one, which is instrumented. */
static void alone(uint64_t ms) {
  POMP_Parallel_fork(&inner);
#pragma omp parallel num_threads(1)
  {
    POMP_Parallel_begin(&inner);
    clock_work(ms * CLOCK_MS);
    POMP_Parallel_end(&inner);
  }
  POMP_Parallel_join(&inner);
}

/* An instrumented function is called in a library's region. */
static void outside(void) {
  forks(&outer_team);
#pragma omp parallel num_threads(2)
  {
    clock_work(CLOCK_MS);
    alone(2);
    works(&outer_team, 0);
  }
  joined(&outer_team);
}

/* A league of one is another team than those before. */
static void mixed(void) {
  forks(&outer_team);
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(threads)
  {
    POMP_Parallel_begin(&par);
    alone(2);
    works(&outer_team, 0);
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  joined(&outer_team);
  POMP_Teams_enter(&league);
#pragma omp teams num_teams(1)
  {
    leagues++;
    clock_work(CLOCK_MS);
  }
  POMP_Teams_exit(&league);
}

/* There may be less threads than iterations, which are dealt out in turn: each thread's last iteration does it all. */
static void iteration(int i) {
  const int members = omp_get_num_threads(), least = threads / members, mine = least + (i % members < threads % members);
  if (i + members >= threads)
    works(&outer_team, 4 * (uint64_t)mine);
}

static void distribute(void) {
  forks(&outer_team);
  POMP_Teams_enter(&league);
#pragma omp teams distribute parallel for num_teams(1) thread_limit(threads) num_threads(threads) schedule(static, 1)
  for (int i = 0; i < threads; i++)
    iteration(i);
  joined(&outer_team);
  POMP_Teams_exit(&league);
}

static void target(void) {
  forks(&outer_team);
  POMP_Target_enter(&whole_target);
#pragma omp target teams distribute parallel for num_teams(1) thread_limit(threads) num_threads(threads)               \
    schedule(static, 1)
  for (int i = 0; i < threads; i++)
    iteration(i);
  joined(&outer_team);
  POMP_Target_exit(&whole_target);
}

static void league_of_many(bool has_events) {
  forks(&outer_team);
  if (has_events)
    POMP_Teams_enter(&league);
#pragma omp teams num_teams(threads) thread_limit(1)
  works(&outer_team, 4);
  joined(&outer_team);
  if (has_events)
    POMP_Teams_exit(&league);
}

static void one(const char *mode, int round) {
  if (strcmp(mode, "plain") == 0 || strcmp(mode, "early") == 0)
    library(3, 3);
  else if (strcmp(mode, "late") == 0) /* thread 0 is the first at the end */
    library(5, 1);
  else if (strcmp(mode, "tasks") == 0)
    tasks();
  else if (strcmp(mode, "cancel") == 0)
    cancelled();
  else if (strcmp(mode, "nested") == 0)
    nested(round);
  else if (strcmp(mode, "outside") == 0)
    outside();
  else if (strcmp(mode, "distribute") == 0)
    distribute();
  else if (strcmp(mode, "league") == 0 || strcmp(mode, "bare") == 0)
    league_of_many(*mode == 'l');
  else if (strcmp(mode, "mixed") == 0)
    mixed();
  else
    target();
}

int main(int argc, char **argv) {
  if (argc < 3)
    return 2;
  clock_start();
  threads = atoi(argv[2]);
  par.flags = inner.flags = POMP_RD_IMPLICIT_JOIN; /* their barrier is theirs, without events of its own */
  omp_set_max_active_levels(3);
  if (strcmp(argv[1], "early") == 0) /* a library's region is what comes first */
    library(30, 30);
  POMP_Begin(&all);
  for (int round = 0; round < 25; round++) {
    one(argv[1], round);
    clock_work(CLOCK_MS);
  }
  POMP_End(&all);
  printf("{\"others\": %llu, \"leagues\": %d}\n", (unsigned long long)others, leagues);
  return 0;
}
