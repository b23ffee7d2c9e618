// Idle is what a thread has nothing to do, also while other threads work in regions that have no events of POMP: those of
// a library that uses OpenMP, of an object that was not compiled again, of `distribute parallel for`, of the other teams of a
// league, of `target` on the host. The program takes the time at the begin of each member's work and at the join, which
// makes the truth on a busy machine as well.
// RUN: %fresh && %program %s -o a
// RUN: %python %S/Inputs/uninstrumented.py %pomp_report ./a plain nested outside distribute league bare target tasks cancel early late mixed
#include "regions.h"
#include <omp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

REGION_AT(all, "region", "all", 1);
REGION(par, "parallel", 2);
REGION(league, "teams", 4);
REGION(whole_target, "target", 5);
REGION(inner, "parallel", 6);

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* When the members of the region at hand began, and the time of all members but those that forked. */
struct team {
  double begins[64];
  int count;
};
static struct team outer_team;
static double others;
static _Thread_local const struct team *begun;
static _Thread_local int begun_in;
static int instance;

/* A thread that executes several iterations begins once. */
static void begin(struct team *team) {
  double t = now();
  int at;
  if (begun == team && begun_in == instance)
    return;
  begun = team;
  begun_in = instance;
#pragma omp atomic capture
  at = team->count++;
  team->begins[at] = t;
}

/* Comes after the join, of which one member was the thread that forked, the first one that began unless it is not
 * `there`. */
static void joined(struct team *team, bool there) {
  double end = now(), sum = 0, least = end;
  for (int i = 0; i < team->count; i++) {
    sum += end - team->begins[i];
    if (team->begins[i] < least)
      least = team->begins[i];
  }
#pragma omp atomic
  others += there ? sum - (end - least) : sum;
  team->count = 0;
}

static int threads, leagues;

/* A function of a library that was not instrumented. */
static void library(double ms) {
#pragma omp parallel num_threads(threads)
  {
    begin(&outer_team);
    busy(ms);
  }
  joined(&outer_team, true);
}

static void one(const char *mode) {
  if (strcmp(mode, "plain") == 0)
    library(3);
  else if (strcmp(mode, "late") == 0) { /* thread 0 is the first at the end */
#pragma omp parallel num_threads(threads)
    {
      begin(&outer_team);
      busy(omp_get_thread_num() ? 5 : 1);
    }
    joined(&outer_team, true);
  } else if (strcmp(mode, "tasks") == 0) {
#pragma omp parallel num_threads(threads)
    {
      begin(&outer_team);
#pragma omp single
      for (int i = 0; i < 2 * threads; i++)
#pragma omp task
        busy(2);
    }
    joined(&outer_team, true);
  } else if (strcmp(mode, "cancel") == 0) {
#pragma omp parallel num_threads(threads)
    {
      begin(&outer_team);
      busy(3);
#pragma omp cancel parallel
      busy(1);
    }
    joined(&outer_team, true);
  } else if (strcmp(mode, "nested") == 0) {
    POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
    {
      begin(&outer_team);
      struct team inner_team = {.count = 0};
      POMP_Parallel_begin(&par);
      busy(1);
#pragma omp parallel num_threads(threads)
      {
        if (omp_get_thread_num())
          begin(&inner_team);
        busy(2);
      }
      joined(&inner_team, false);
      POMP_Parallel_end(&par);
    }
    POMP_Parallel_join(&par);
    joined(&outer_team, true);
  } else if (strcmp(mode, "outside") == 0) { /* an instrumented function is called in a library's region */
#pragma omp parallel num_threads(2)
    {
      begin(&outer_team);
      busy(1);
      POMP_Parallel_fork(&inner);
#pragma omp parallel num_threads(1)
      {
        POMP_Parallel_begin(&inner);
        busy(2);
        POMP_Parallel_end(&inner);
      }
      POMP_Parallel_join(&inner);
    }
    joined(&outer_team, true);
  } else if (strcmp(mode, "distribute") == 0) {
    POMP_Teams_enter(&league);
#pragma omp teams distribute parallel for num_teams(1) thread_limit(threads) num_threads(threads) schedule(static, 1)
    for (int i = 0; i < threads; i++) {
      begin(&outer_team);
      busy(4);
    }
    POMP_Teams_exit(&league);
    joined(&outer_team, true);
  } else if (strcmp(mode, "league") == 0) {
    POMP_Teams_enter(&league);
#pragma omp teams num_teams(threads) thread_limit(1)
    {
      begin(&outer_team);
      busy(4);
    }
    POMP_Teams_exit(&league);
    joined(&outer_team, true);
  } else if (strcmp(mode, "mixed") == 0) { /* a league of one is another team than those before */
    POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(threads)
    {
      begin(&outer_team);
      POMP_Parallel_begin(&par);
      POMP_Parallel_fork(&inner);
#pragma omp parallel num_threads(1)
      {
        POMP_Parallel_begin(&inner);
        busy(2);
        POMP_Parallel_end(&inner);
      }
      POMP_Parallel_join(&inner);
      POMP_Parallel_end(&par);
    }
    POMP_Parallel_join(&par);
    joined(&outer_team, true);
    POMP_Teams_enter(&league);
#pragma omp teams num_teams(1)
    {
      leagues++;
      busy(1);
    }
    POMP_Teams_exit(&league);
  } else if (strcmp(mode, "bare") == 0) {
#pragma omp teams num_teams(threads) thread_limit(1)
    {
      begin(&outer_team);
      busy(4);
    }
    joined(&outer_team, true);
  } else if (strcmp(mode, "target") == 0) {
    POMP_Target_enter(&whole_target);
#pragma omp target teams distribute parallel for num_teams(1) thread_limit(threads) num_threads(threads)               \
    schedule(static, 1)
    for (int i = 0; i < threads; i++) {
      begin(&outer_team);
      busy(4);
    }
    POMP_Target_exit(&whole_target);
    joined(&outer_team, true);
  }
}

int main(int argc, char **argv) {
  double start = now();
  if (argc < 3)
    return 2;
  const char *mode = argv[1];
  threads = atoi(argv[2]);
  par.flags = inner.flags = POMP_RD_IMPLICIT_JOIN; /* their barrier is theirs, without events of its own */
  omp_set_max_active_levels(3);
  if (strcmp(mode, "early") == 0) { /* a library's region is what comes first */
    mode = "plain";
    library(30);
  }
  POMP_Begin(&all);
  for (int i = 0; i < 25; i++) {
    instance++;
    one(mode);
    busy(1);
  }
  POMP_End(&all);
  printf("{\"wall\": %.9f, \"others\": %.9f, \"leagues\": %d}\n", now() - start, others, leagues);
  return 0;
}
