// Tasks of all kinds are there: each instance is counted once, its regions hang below its creation site, its time is in no other
// region, and regions that it suspends go on afterwards without it. Times are what the program says, by the clock that it sets.
// DEFINE: %{check} = %python %root/test/runtime/Inputs/check.py %pomp_report
// RUN: rm -rf %t && mkdir -p %t && cd %t && %pomp_clang %clock -O1 %s -o a
// RUN: env OMP_NUM_THREADS=4 POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a
// RUN: %{check} e 'experiment["repaired"] == experiment["ignored"] == experiment["unfinished"] == experiment["lost"] == 0' \
// No instant is counted twice.
// RUN:   'experiment["in_regions_ns"] + experiment["outside_ns"] <= experiment["allocation_ns"]' \
// RUN:   'all(visits("task", line) == visits("task (create)", line) == 40 for line in (100, 102, 200, 300, 301, 400, 500, 600))' \
// RUN:   'visits("region(nested)") == visits("region(untied)") == visits("region(undeferred)") == 40' \
// Its regions are below the creation site, whichever thread executes it.
// RUN:   'path("main()", "parallel (fork-join)", "parallel", "single", "single (block)", "make_tasks()", ("task (create)", 100), ("task", 100), ("task (create)", 102), ("task", 102), "region(nested)")["visits"] == 40' \
// RUN:   'path("main()", "parallel (fork-join)", "parallel", "single", "single (block)", "make_tasks()", ("task (create)", 300), ("task", 300), ("task (create)", 301), ("task", 301))["visits"] == 40' \
// RUN:   'region("region(nested)")["inclusive_ns"] == region("task", 102)["inclusive_ns"] == 40 * 400000' \
// A task's own time is without the task that it waits for, which has all of the time.
// RUN:   'region("task", 100)["exclusive_ns"] == 40 * 10000' \
// An undeferred task executes in its creation, at once, and not in its time.
// RUN:   'region("region(undeferred)")["inclusive_ns"] == region("task (create)", 200)["tasks_ns"] == 40 * 200000' \
// RUN:   'region("task (create)", 200)["inclusive_ns"] == 0' 'region("task", 301)["inclusive_ns"] == 40 * 10000' \
// An untied task's visit is one, however often the task was suspended, and has no part of another task that goes on in its place. If
// that one is made later, by another thread's time, the wait for it is the taskyield's.
// RUN:   'region("region(untied)")["inclusive_ns"] == region("task", 400)["inclusive_ns"] == 40 * 400000 + region("taskyield")["exclusive_ns"]' 'region("task", 400)["min_visit_ns"] >= 400000 <= region("region(untied)")["min_visit_ns"]' \
// Threads in the barrier execute tasks there; so do taskwaits.
// RUN:   'region("barrier (implicit)", 50)["tasks_ns"] > 0' 'sum(r["tasks_ns"] for r in regions) == sum(r["inclusive_ns"] for r in regions if r["role"] == "task")' \
// taskloop: libomp makes as many tasks as it likes; OMPT reports each.
// RUN:   'visits("taskloop") == 1' 'visits("taskloop (task)") >= 10' 'region("taskloop (task)")["inclusive_ns"] == 100 * 10000' \
// RUN:   'path("main()", "parallel (fork-join)", "parallel", "single", "single (block)", "taskloop", "taskloop (task)")["visits"] >= 10'
#include "test_clock.h"

static int taken; /* another thread has taken a task in the barrier */
static struct clock_meeting end;
static _Thread_local int makes;

/* Whatever the thread waits for next is over when all have come as far as they have. */
static void work(uint64_t us) {
  clock_work(us * CLOCK_US);
  clock_raise(&end.latest[0], clock_now());
  clock_own.until = &end.latest[0];
  clock_own.meets = true;
}

static void take(void) {
  if (!makes)
    __atomic_store_n(&taken, 1, __ATOMIC_RELEASE);
}

static void make_tasks(void) {
  for (int i = 0; i < 40; i++) {
#line 100
#pragma omp task
    {
#pragma omp task
      {
#pragma pomp inst begin(nested)
        work(400);
#pragma pomp inst end(nested)
      }
      take();
      work(10);
#pragma omp taskwait
    }
#line 200
#pragma omp task if (0)
    {
#pragma pomp inst begin(undeferred)
      work(200);
#pragma pomp inst end(undeferred)
    }
#line 300
#pragma omp task final(1)
#pragma omp task
    work(10);
#line 400
#pragma omp task untied
    {
#pragma pomp inst begin(untied)
      take();
      work(200);
#pragma omp taskyield
      work(200);
#pragma pomp inst end(untied)
    }
#line 500
#pragma omp task mergeable if (0)
    work(10);
    omp_event_handle_t event;
#line 600
#pragma omp task detach(event)
    work(10);
    omp_fulfill_event(event);
  }
}

int main(void) {
  clock_start();
#line 40
#pragma omp parallel
  {
    work(0);
#line 50
#pragma omp single
    {
      makes = 1;
      make_tasks();
#line 60
#pragma omp taskloop
      for (int i = 0; i < 100; i++)
        work(10);
      clock_turn(&taken, 1);
      makes = 0;
    }
  }
  return 0;
}
