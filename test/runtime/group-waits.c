// Waiting that no construct is named after, by the events that the plugin writes: for earlier iterations (sink), at the end of a
// taskgroup, which has an event, and of a taskloop, which OMPT tells of. The program takes stamps around each wait, and of each task
// who executed it: what is waited is the time of the thread that waits, less that of the tasks that it executes meanwhile.
// The program can't tell where a taskloop has created its tasks and begins to wait, so that the creation is in what it tells.
// DEFINE: %{near} = (lambda truth, told: abs(truth - told) <= 0.05 * truth + 20000000)
// DEFINE: %{checks} = '%{near}(file("times")["sink"], region("ordered", 10)["wait_ns"])' 'region("ordered", 11)["wait_ns"] == 0' \
// DEFINE:   '%{near}(file("times")["group"], region("taskgroup (wait)", 20)["wait_ns"])' 'region("taskgroup", 20)["wait_ns"] == 0' \
// DEFINE:   '%{near}(file("times")["body"], region("taskgroup", 20)["exclusive_ns"])' \
// DEFINE:   '%{near}(file("times")["loop"], region("taskloop", 30)["inclusive_ns"])' 'region("taskloop (wait)", 30)["wait_ns"] > 0.3 * file("times")["loop"] - 1000000' 'region("taskloop", 30)["wait_ns"] == 0' \
// DEFINE:   'visits("taskgroup (wait)") == visits("taskgroup") == visits("taskloop (wait)") == visits("taskloop") == 5' \
// Where the iteration before is the thread's own there is no wait, whatever the directive costs.
// DEFINE:   'visits("ordered", 60) == 100000 and region("ordered", 60)["contended"] <= 1000' \
// DEFINE:   'experiment["repaired"] == experiment["ignored"] == experiment["unfinished"] == 0'
// RUN: %fresh && %program %s -o a && env OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a > times && %check e %{checks}
// RUN: env OMP_NUM_THREADS=4 POMP_EXPERIMENT_DIR=f POMP_SUMMARY=0 ./a > times && %check f %{checks}
#include "regions.h"

#include <stdio.h>
#include <time.h>

#define WAITS(id, name, line)                                                                                          \
  static struct ompregdescr id = {name, "", 0, "test.c", line, line, line, line, {0}, 0, "main", 2, POMP_RD_WAITS}
REGION(team, "parallel", 1);
REGION(task_d, "task", 2);
WAITS(sink_d, "ordered", 10);
REGION(source_d, "ordered", 11);
WAITS(group_d, "taskgroup", 20);
WAITS(loop_d, "taskloop", 30);
WAITS(own_d, "ordered", 60);

static long long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000ll + t.tv_nsec;
}
static void work(long long ns) {
  for (long long end = now() + ns; now() < end;)
    ;
}

static long long sink, group, body, loop;

enum { TASKS = 5 };
static struct {
  int thread;
  long long begin, end;
} tasks[TASKS];

static void task(int i) {
  tasks[i].thread = omp_get_thread_num();
  tasks[i].begin = now();
  work(10000000 + 10000000ll * i); /* the last one is slow */
  tasks[i].end = now();
}

/* Returns how long this thread has waited between the two, as it executed some of the tasks. */
static long long waited(long long from, long long to) {
  long long time = to - from;
  for (int i = 0; i < TASKS; i++)
    if (tasks[i].thread == omp_get_thread_num() && tasks[i].begin >= from)
      time -= tasks[i].end - tasks[i].begin;
  return time;
}

static void iterations(void) {
  POMP_Parallel_fork(&team);
#pragma omp parallel
  {
    POMP_Parallel_begin(&team);
#pragma omp for ordered(1) schedule(static, 1) reduction(+ : sink)
    for (int i = 0; i < 24; i++) {
      long long came = now();
      POMP_Ordered_enter(&sink_d);
#pragma omp ordered depend(sink : i - 1)
      POMP_Ordered_exit(&sink_d);
      sink += now() - came;
      work(5000000);
      POMP_Ordered_enter(&source_d);
#pragma omp ordered depend(source)
      POMP_Ordered_exit(&source_d);
    }
    POMP_Parallel_end(&team);
  }
  POMP_Parallel_join(&team);
  POMP_Parallel_fork(&team);
#pragma omp parallel num_threads(1)
  {
    POMP_Parallel_begin(&team);
#pragma omp for ordered(1)
    for (int i = 0; i < 100000; i++) {
      POMP_Ordered_enter(&own_d);
#pragma omp ordered depend(sink : i - 1)
      POMP_Ordered_exit(&own_d);
#pragma omp ordered depend(source)
    }
    POMP_Parallel_end(&team);
  }
  POMP_Parallel_join(&team);
}

static void groups(void) {
  long long ended, began, from;
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
    from = now();
    work(5000000);
    ended = now();
    body += ended - from;
    POMP_Taskgroup_end(&group_d);
  }
  POMP_Taskgroup_exit(&group_d);
  group += waited(ended, now());
  began = now();
  POMP_Taskloop_enter(&loop_d);
#pragma omp taskloop grainsize(1)
  for (int i = 0; i < TASKS; i++)
    task(i);
  POMP_Taskloop_exit(&loop_d);
  loop += waited(began, now());
}

int main(void) {
  POMP_Register_regions(&loop_d, 1, sizeof loop_d);
  iterations();
  POMP_Parallel_fork(&team);
#pragma omp parallel
  {
    POMP_Parallel_begin(&team);
#pragma omp single
    for (int i = 0; i < 5; i++)
      groups();
    POMP_Parallel_end(&team);
  }
  POMP_Parallel_join(&team);
  printf("{\"sink\": %lld, \"group\": %lld, \"body\": %lld, \"loop\": %lld}\n", sink, group, body, loop);
  return 0;
}
