// The program ends, is killed, or is looked at, while tasks execute, one in a team that another has forked: regions that they
// have suspended have their time until then, and are reported as open; regions that are open around the teams have no part in
// the tasks: the thread's times add up to its life.
// RUN: %fresh && %clocked %s -o a
// DEFINE: %{run} = env OMP_MAX_ACTIVE_LEVELS=2
// DEFINE: %{times} = '[region(*r)["exclusive_ns"] for r in (("region(before)",), ("region(inside)",), ("parallel", 2), ("task",))] == [40000000, 10000000, 20000000, 50000000]' \
// DEFINE:   'own() == locations[0]["lifetime_ns"] == (40 + 20 + 10 + 20 + 30) * 1000000'
// DEFINE: %{open} = 'sorted((r["name"], r["begin_line1"], r["unfinished"]) for r in regions if r["unfinished"] and r["begin_line1"]) == [("parallel", 1, 1), ("parallel", 2, 1), ("parallel (fork-join)", 1, 1), ("parallel (fork-join)", 2, 1), ("region(around)", 4, 1), ("region(before)", 5, 1), ("region(inside)", 6, 1), ("task", 3, 2), ("task (create)", 3, 2)]'
// RUN: %{run} POMP_EXPERIMENT_DIR=exit ./a exit 2> said && %check exit %{times} %{open} 'experiment["state"] == "complete"'
// RUN: %pomp_report --json exit > json && %python %inputs/summary.py said json
// Another thread ends the program while one is suspended.
// RUN: %{run} POMP_EXPERIMENT_DIR=other ./a other 2> said && %check other %{times} %{open} 'experiment["state"] == "complete"'
// RUN: %pomp_report --json other > json && %python %inputs/summary.py said json
// RUN: not --crash %{run} POMP_EXPERIMENT_DIR=kill ./a kill && %check kill %{times} %{open} 'experiment["state"] == "killed"'
// The experiment is read while it runs, and afterwards.
// RUN: %{run} POMP_EXPERIMENT_DIR=look ./a look "%pomp_report --json look > live" && %check look %{times} %{open} \
// RUN:   'region("region(before)")["exclusive_ns"] == next(r for r in file("live")["regions"] if r["name"] == "region(before)")["exclusive_ns"]' \
// RUN:   'file("live")["experiment"]["state"] == "running"' 'file("live")["experiment"]["unfinished"] == experiment["unfinished"]'
#include "regions.h"
#include "test_clock.h"
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

REGION(outer, "parallel", 1);
REGION(inner, "parallel", 2);
REGION(task, "task", 3);
REGION_AT(around, "region", "around", 4);
REGION_AT(before, "region", "before", 5);
REGION_AT(inside, "region", "inside", 6);
REGION_AT(last, "region", "last", 7);

static char **arguments;
static int ended;

static void *end(void *unused) {
  clock_turn(&ended, 1);
  exit(0);
  return unused;
}

static void leave(void) {
  const char *how = arguments[1];
  POMP_Begin(&last); /* this is the last event that a killed process tells of */
  POMP_End(&last);
  if (strcmp(how, "kill") == 0)
    raise(SIGKILL);
  if (strcmp(how, "look") == 0) {
    unsetenv("POMP_EXPERIMENT_DIR");
    _exit(system(arguments[2]) != 0);
  }
  if (strcmp(how, "other") == 0) {
    clock_next(&ended);
    for (;;)
      pause();
  }
  exit(0);
}

static void team(struct ompregdescr *d, void (*body)(void)) {
  POMP_Parallel_fork(d);
#pragma omp parallel num_threads(1)
  {
    POMP_Parallel_begin(d);
    body();
    POMP_Parallel_end(d);
  }
  POMP_Parallel_join(d);
}

/* In a team of one, it executes where it is created. */
static void create(void (*body)(void)) {
  POMP_Task_create_begin(&task);
#pragma omp task
  {
    POMP_Task_begin(&task);
    body();
    POMP_Task_end(&task);
  }
  POMP_Task_create_end(&task);
}

static void second_task(void) {
  __pomp_time += 30 * CLOCK_MS;
  leave();
}

static void inner_team(void) {
  __pomp_time += 20 * CLOCK_MS;
  create(second_task);
}

static void first_task(void) {
  __pomp_time += 20 * CLOCK_MS;
  POMP_Begin(&inside);
  __pomp_time += 10 * CLOCK_MS;
  team(&inner, inner_team);
  POMP_End(&inside);
}

static void outer_team(void) {
  POMP_Begin(&before);
  __pomp_time += 40 * CLOCK_MS;
  create(first_task);
  POMP_End(&before);
}

int main(int argc, char **argv) {
  pthread_t other;
  arguments = argv;
  if (argc < 2 || pthread_create(&other, NULL, end, NULL) != 0)
    return 2;
  POMP_Begin(&around);
  team(&outer, outer_team);
  POMP_End(&around);
  return 3;
}
