// Waiting that no construct is named after, by the events that the plugin writes: for earlier iterations (sink), at the end of a
// taskgroup, which has an event, and of a taskloop, which OMPT tells of. What is waited is the time of the thread that waits, less that
// of the tasks that it executes by then; the program adds both up. (What a directive costs is no wait: test/real-time/own-iterations.c.)
// Of n threads, each comes to its next iteration when n - 1 others are before it, of 5 ms each.
// DEFINE: %{sink} = (lambda n: 5000000 * ((24 - n) * (n - 1) + n * (n - 1) // 2))(experiment["threads"])
// DEFINE: %{checks} = 'region("ordered", 10)["wait_ns"] == %{sink}' 'region("ordered", 11)["wait_ns"] == 0' \
// DEFINE:   'region("taskgroup (wait)", 20)["wait_ns"] == file("times")["group"] > 0' 'region("taskgroup", 20)["wait_ns"] == 0' \
// DEFINE:   'region("taskgroup", 20)["exclusive_ns"] == 5 * 5000000' \
// DEFINE:   'region("taskloop (wait)", 30)["wait_ns"] == file("times")["loop"] > 0' 'region("taskloop", 30)["exclusive_ns"] == region("taskloop", 30)["wait_ns"] == 0' \
// DEFINE:   'visits("taskgroup (wait)") == visits("taskgroup") == visits("taskloop (wait)") == visits("taskloop") == 5' \
// DEFINE:   'experiment["repaired"] == experiment["ignored"] == experiment["unfinished"] == 0'
// RUN: %fresh && %clocked %s -o a && env OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a > times && %check e %{checks}
// RUN: env OMP_NUM_THREADS=4 POMP_EXPERIMENT_DIR=f POMP_SUMMARY=0 ./a > times && %check f %{checks}
#include "regions.h"
#include "test_clock.h"

#include <stdio.h>

#define WAITS(id, name, line)                                                                                          \
  static struct ompregdescr id = {name, "", 0, "test.c", line, line, line, line, {0}, 0, "main", 2, POMP_RD_WAITS}
REGION(team, "parallel", 1);
REGION(task_d, "task", 2);
WAITS(sink_d, "ordered", 10);
REGION(source_d, "ordered", 11);
WAITS(group_d, "taskgroup", 20);
WAITS(loop_d, "taskloop", 30);

enum { TASKS = 5, GROUPS = 5 };
static uint64_t group, loop;
static struct clock_meeting end, waits;
static size_t wait; /* which group or loop it is */
static int others;  /* another thread has begun one of its tasks */
static _Thread_local uint64_t own;

static void iterations(void) {
  static uint64_t done; /* when the iteration before was */
  POMP_Parallel_fork(&team);
#pragma omp parallel
  {
    POMP_Parallel_begin(&team);
#pragma omp for ordered(1) schedule(static, 1)
    for (int i = 0; i < 24; i++) {
      POMP_Ordered_enter(&sink_d);
#pragma omp ordered depend(sink : i - 1)
      clock_set(done);
      POMP_Ordered_exit(&sink_d);
      clock_work(5 * CLOCK_MS);
      done = clock_now();
      POMP_Ordered_enter(&source_d);
#pragma omp ordered depend(source)
      POMP_Ordered_exit(&source_d);
    }
    clock_meet(&end, 0);
    POMP_Parallel_end(&team);
  }
  POMP_Parallel_join(&team);
}

/* Thread 0 leaves one to another thread, which is so long that there is something to wait for. */
static void task(int i) {
  uint64_t ns = (10 + 10 * (uint64_t)i) * CLOCK_MS;
  if (omp_get_thread_num() == 0)
    clock_turn(&others, 1);
  else if (__atomic_exchange_n(&others, 1, __ATOMIC_ACQ_REL) == 0)
    ns = 200 * CLOCK_MS;
  clock_work(ns);
  own += ns;
  clock_raise(&waits.latest[wait], clock_now());
}

static void make_group(void) {
  POMP_Taskgroup_enter(&group_d);
#pragma omp taskgroup
  {
    POMP_Taskgroup_begin(&group_d);
    for (int i = 0; i < TASKS; i++) {
      POMP_Task_create_begin(&task_d);
#pragma omp task
      {
        POMP_Task_begin(&task_d);
        task(i);
        POMP_Task_end(&task_d);
      }
      POMP_Task_create_end(&task_d);
    }
    clock_work(5 * CLOCK_MS);
    group -= clock_now() - own;
    clock_meet(&waits, wait);
    POMP_Taskgroup_end(&group_d);
  }
  POMP_Taskgroup_exit(&group_d);
  group += clock_now() - own;
}

static void make_loop(void) {
  POMP_Taskloop_enter(&loop_d);
  loop -= clock_now() - own;
  clock_meet(&waits, wait);
#pragma omp taskloop grainsize(1)
  for (int i = 0; i < TASKS; i++)
    task(i);
  POMP_Taskloop_exit(&loop_d);
  loop += clock_now() - own;
}

int main(void) {
  clock_start();
  POMP_Register_regions(&loop_d, 1, sizeof loop_d);
  iterations();
  clock_fork();
  POMP_Parallel_fork(&team);
#pragma omp parallel
  {
    POMP_Parallel_begin(&team);
    for (; omp_get_thread_num() == 0 && wait < 2 * GROUPS; wait++) {
      others = 0;
      wait % 2 ? make_loop() : make_group();
    }
    clock_meet(&end, 1);
#pragma omp barrier
    clock_meet(&end, 2);
    POMP_Parallel_end(&team);
  }
  POMP_Parallel_join(&team);
  printf("{\"group\": %llu, \"loop\": %llu}\n", (unsigned long long)group, (unsigned long long)loop);
  return 0;
}
