// After `cancel taskgroup` the thread waits at the end of the group for the task that another thread executes, until that one finds
// at a cancellation point that it is cancelled; tasks that nobody has begun are not executed. By the clock that the program sets, that
// task lasts 30 ms from the begin of the group on, and the thread that made it comes to the end of the group after 10 ms.
// DEFINE: %{check} = %python %root/test/runtime/Inputs/check.py %pomp_report
// RUN: rm -rf %t && mkdir -p %t && cd %t && %clang %clock -lpompomp -O1 -fopenmp %s -o plain && %pomp_clang %clock -O1 %s -o a
// DEFINE: %{checks} = 'region("taskgroup (wait)")["wait_ns"] == 5 * 20000000' \
// DEFINE:   'visits("taskgroup (wait)") == visits("taskgroup") == 5' 'region("taskgroup")["wait_ns"] == 0' \
// DEFINE:   'visits("task", 10) == visits("task", 20) == 5 and file("discarded") == 0' \
// DEFINE:   'not any(r["visits"] for r in regions if r["role"] == "task" and r["begin_line1"] == 30)' 'visits("task (create)", 30) == 50' \
// DEFINE:   'region("task", 10)["inclusive_ns"] == 5 * 30000000' \
// DEFINE:   'experiment["ignored"] == experiment["unfinished"] == 0'
// RUN: env OMP_CANCELLATION=true OMP_NUM_THREADS=2 POMP_ENABLE=0 ./plain > discarded && grep -x 0 discarded
// RUN: env OMP_CANCELLATION=true OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 POMP_TRACE=1 ./a > discarded && %{check} e %{checks}
// RUN: env OMP_CANCELLATION=true OMP_NUM_THREADS=4 POMP_EXPERIMENT_DIR=f POMP_SUMMARY=0 ./a > discarded && %{check} f %{checks}
#include "test_clock.h"
#include <stdio.h>

enum { GROUPS = 5 };
static int discarded;

static void group(int n) {
  static struct clock_meeting end;
  static int started, cancelled;
#pragma omp taskgroup
  {
#line 10
#pragma omp task
    {
      clock_next(&started);
      clock_turn(&cancelled, n + 1);
      clock_work(30 * CLOCK_MS);
      clock_raise(&end.latest[n], clock_now());
#pragma omp cancellation point taskgroup
    }
    clock_turn(&started, n + 1); // this thread executes nothing until then, so another one does
#line 20
#pragma omp task if (0)
    {
#pragma omp cancel taskgroup
    }
    clock_next(&cancelled);
    for (int i = 0; i < 10; i++) {
#line 30
#pragma omp task
      {
#pragma omp atomic
        discarded++;
      }
    }
    clock_work(10 * CLOCK_MS);
    clock_meet(&end, n);
  }
}

int main(void) {
  clock_start();
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < GROUPS; i++)
    group(i);
  clock_work(GROUPS * 40 * CLOCK_MS); // the run ends after all of that, also where another thread than this one did it
  printf("%d\n", discarded);
  return 0;
}
