// Tasks of all kinds are there: each instance is counted once, its regions hang below its creation site, its time is in no other
// region, and regions that it suspends go on afterwards without it. The program takes the times, too, inside of the regions.
// DEFINE: %{check} = %python %root/test/runtime/Inputs/check.py %pomp_report
// RUN: rm -rf %t && mkdir -p %t && cd %t && %pomp_clang -O1 %s -o a
// RUN: env OMP_NUM_THREADS=4 POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a > times
// RUN: %{check} e 'experiment["repaired"] == experiment["ignored"] == experiment["unfinished"] == experiment["lost"] == 0' \
// No instant is counted twice.
// RUN:   'experiment["in_regions_ns"] + experiment["outside_ns"] <= experiment["allocation_ns"] * 1.001' \
// RUN:   'all(visits("task", line) == visits("task (create)", line) == 40 for line in (100, 102, 200, 300, 301, 400, 500, 600))' \
// RUN:   'visits("region(nested)") == visits("region(untied)") == visits("region(undeferred)") == 40' \
// Its regions are below the creation site, whichever thread executes it.
// RUN:   'path("main()", "parallel (fork-join)", "parallel", "single", "single (block)", "make_tasks()", ("task (create)", 100), ("task", 100), ("task (create)", 102), ("task", 102), "region(nested)")["visits"] == 40' \
// RUN:   'path("main()", "parallel (fork-join)", "parallel", "single", "single (block)", "make_tasks()", ("task (create)", 300), ("task", 300), ("task (create)", 301), ("task", 301))["visits"] == 40' \
// RUN:   'region("region(nested)")["inclusive_ns"] >= 0.999 * file("times")["nested"]' \
// RUN:   'region("task", 102)["inclusive_ns"] >= region("region(nested)")["inclusive_ns"]' \
// A task's own time is without the task that it waits for, though it waits 40 times as long as it works.
// RUN:   'region("task", 100)["exclusive_ns"] < 0.5 * region("region(nested)")["inclusive_ns"]' \
// An undeferred task executes in its creation, at once, and not in its time.
// RUN:   'region("region(undeferred)")["inclusive_ns"] >= 0.999 * file("times")["undeferred"]' \
// RUN:   'region("task (create)", 200)["tasks_ns"] >= 0.999 * file("times")["undeferred"]' \
// RUN:   'region("task (create)", 200)["inclusive_ns"] < 0.5 * file("times")["undeferred"]' \
// An untied task's visit is one, however often the task was suspended: its shortest is no part of one.
// RUN:   'region("region(untied)")["inclusive_ns"] >= 0.999 * file("times")["untied"]' 'region("task", 400)["min_visit_ns"] >= 300000' \
// Threads in the barrier execute tasks there; so do taskwaits.
// RUN:   'sum(region("barrier (implicit)", 50)[k] for k in ("tasks_ns", "wait_ns")) > 0' \
// taskloop: libomp makes as many tasks as it likes; OMPT reports each.
// RUN:   'visits("taskloop") == 1' 'visits("taskloop (task)") >= 10' \
// RUN:   'path("main()", "parallel (fork-join)", "parallel", "single", "single (block)", "taskloop", "taskloop (task)")["visits"] >= 10'
#include <omp.h>
#include <stdio.h>
#include <time.h>

static double nested, undeferred, untied;
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}
/* Works so many ms, and says how many ns it did. */
static double busy(double ms) {
  double start = now(), t;
  do
    t = now();
  while (t < start + ms * 1e6);
  return t - start;
}

static void make_tasks(void) {
  for (int i = 0; i < 40; i++) {
#line 100
#pragma omp task
    {
#pragma omp task
      {
#pragma pomp inst begin(nested)
        double t = busy(0.4);
#pragma omp atomic
        nested += t;
#pragma pomp inst end(nested)
      }
#pragma omp taskwait
    }
#line 200
#pragma omp task if (0)
    {
#pragma pomp inst begin(undeferred)
      double t = busy(0.2);
#pragma omp atomic
      undeferred += t;
#pragma pomp inst end(undeferred)
    }
#line 300
#pragma omp task final(1)
#pragma omp task
    busy(0.01);
#line 400
#pragma omp task untied
    {
#pragma pomp inst begin(untied)
      double t = busy(0.2);
#pragma omp taskyield
      t += busy(0.2);
#pragma omp atomic
      untied += t;
#pragma pomp inst end(untied)
    }
#line 500
#pragma omp task mergeable if (0)
    busy(0.01);
    omp_event_handle_t event;
#line 600
#pragma omp task detach(event)
    busy(0.01);
    omp_fulfill_event(event);
  }
}

int main(void) {
#line 40
#pragma omp parallel
  {
#line 50
#pragma omp single
    {
      make_tasks();
#line 60
#pragma omp taskloop
      for (int i = 0; i < 100; i++)
        busy(0.01);
    }
  }
  printf("{\"nested\": %.0f, \"undeferred\": %.0f, \"untied\": %.0f}\n", nested, undeferred, untied);
  return 0;
}
