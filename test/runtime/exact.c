// No time of a thread is counted twice, and none is lost: over the first thread, member 0 of its teams, member 0 of theirs,
// exclusive times add up to the wall time; with nested teams, and with tasks that are executed at their creation, at
// barriers and at taskwaits, by the thread that forked and by others. The tasks that member 0 executes take nothing from the fork: its
// own time is at most what the program measures itself around the team's.
// The inner teams may share a worker, if one is over before the other begins.
// RUN: %fresh && %program %s -o a && env POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a > forks
// RUN: %check e 'experiment["nesting"] == "ompt"' 'experiment["unfinished"] == experiment["repaired"] == 0' \
// RUN:   'experiment["allocation_ns"] == experiment["in_regions_ns"] + experiment["outside_ns"] + experiment["idle_ns"]' \
// RUN:   'abs(own() - experiment["wall_ns"]) <= 1000' 'locations[0]["idle_ns"] <= 1000' 'region("task")["visits"] == 75' \
// RUN:   'region("task")["inclusive_ns"] >= 75e6' 'experiment["threads"] in (3, 4)' \
// RUN:   'region("parallel (fork-join)", 10)["exclusive_ns"] <= 1.001 * file("forks")["outer"] + 1000' \
// RUN:   'region("parallel (fork-join)", 20)["exclusive_ns"] <= 1.001 * file("forks")["inner"] + 1000' \
// RUN:   'region("barrier (implicit)", 20)["tasks_ns"] > 0'
// The same holds without OMPT, but that teams are not known: tasks hang at the roots, and take nothing either.
// RUN: env OMP_TOOL=disabled POMP_EXPERIMENT_DIR=n POMP_SUMMARY=0 ./a > forks
// RUN: %check n 'experiment["nesting"] == "unknown"' 'abs(own() - experiment["wall_ns"]) <= 1000' 'region("task")["visits"] == 75' \
// RUN:   'experiment["allocation_ns"] == experiment["in_regions_ns"] + experiment["outside_ns"] + experiment["idle_ns"]'
#include "regions.h"
#include <omp.h>
#include <sched.h>
#include <stdio.h>

REGION(outer, "parallel", 10);
REGION(inner, "parallel", 20);
REGION(task, "task", 40);
REGION(wait, "taskwait", 50);

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void create(int count, int depth);

static void body(int depth) {
  busy(1);
  if (depth)
    create(2, depth - 1);
}

static void create(int count, int depth) {
  for (int i = 0; i < count; i++) {
    POMP_Task_create_begin(&task);
#pragma omp task
    {
      POMP_Task_begin(&task);
      body(depth);
      POMP_Task_end(&task);
    }
    POMP_Task_create_end(&task);
  }
  POMP_Taskwait_begin(&wait);
#pragma omp taskwait
  POMP_Taskwait_end(&wait);
}

/* Creates a task that member 0 executes at the barrier: its creator does nothing until then, or for some seconds. */
static void create_for_primary(void) {
  int done = 0;
  double end = now() + 5e9;
  POMP_Task_create_begin(&task);
#pragma omp task shared(done)
  {
    POMP_Task_begin(&task);
    busy(20);
    __atomic_store_n(&done, 1, __ATOMIC_RELEASE);
    POMP_Task_end(&task);
  }
  POMP_Task_create_end(&task);
  while (!__atomic_load_n(&done, __ATOMIC_ACQUIRE) && now() < end)
    sched_yield();
#pragma omp taskwait
}

/* The result is the time from fork to join without that of member 0 in the team. */
static double team(struct ompregdescr *d, int depth) {
  static double inner_time;
  double start = now(), inside = 0;
  POMP_Parallel_fork(d);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(d);
    double begun = now();
    if (depth) {
      double time = team(&inner, depth - 1);
#pragma omp atomic
      inner_time += time;
    }
    if (omp_get_thread_num() == 1) {
      create_for_primary();
      create(3, 1);
    }
    POMP_Barrier_enter(d);
#pragma omp barrier
    if (omp_get_thread_num() == 0)
      inside = now() - begun;
    POMP_Barrier_exit(d); /* the time of the next barrier is in it, too */
    POMP_Parallel_end(d);
  }
  POMP_Parallel_join(d);
  double time = now() - start - inside;
  if (depth)
    printf("{\"outer\": %.0f, \"inner\": %.0f}\n", time, inner_time);
  return time;
}

int main(void) {
  omp_set_max_active_levels(3);
  create(3, 3); /* undeferred: there is no team */
  team(&outer, 1);
  return 0;
}
