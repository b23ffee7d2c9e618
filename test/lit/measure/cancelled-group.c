// After `cancel taskgroup` the thread waits at the end of the group for the task that another thread executes, until that one finds
// at a cancellation point that it is cancelled; tasks that nobody has begun are not executed. The program takes stamps: where the
// block ends, when that task looks, and when the group has ended. The wait lies between these; a thread may lose its processor between a
// stamp and the event, in one of five groups at most.
// DEFINE: %{check} = %python %root/test/runtime/Inputs/check.py %pomp_report
// RUN: rm -rf %t && mkdir -p %t && cd %t && %clang -O1 -fopenmp %s -o plain && %pomp_clang -O1 %s -o a
// DEFINE: %{checks} = 'file("times")["least"] * 0.75 <= region("taskgroup (wait)")["wait_ns"] <= file("times")["most"] * 1.001 + 1000' \
// DEFINE:   'visits("taskgroup (wait)") == visits("taskgroup") == 5' 'region("taskgroup")["wait_ns"] == 0' \
// DEFINE:   'visits("task", 10) == visits("task", 20) == 5 and file("times")["discarded"] == 0' \
// DEFINE:   'not any(r["visits"] for r in regions if r["role"] == "task" and r["begin_line1"] == 30)' 'visits("task (create)", 30) == 50' \
// DEFINE:   'region("task", 10)["inclusive_ns"] >= file("times")["working"] * 0.999' \
// DEFINE:   'experiment["ignored"] == experiment["unfinished"] == 0'
// RUN: env OMP_CANCELLATION=true OMP_NUM_THREADS=2 ./plain > times && grep '"discarded": 0' times
// RUN: env OMP_CANCELLATION=true OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 POMP_TRACE=1 ./a > times && %{check} e %{checks}
// RUN: env OMP_CANCELLATION=true OMP_NUM_THREADS=4 POMP_EXPERIMENT_DIR=f POMP_SUMMARY=0 ./a > times && %{check} f %{checks}
#include <omp.h>
#include <stdio.h>
#include <time.h>

static long long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000ll + t.tv_nsec;
}

static long long least, most, working, looked;
static int started, discarded;

static void group(void) {
  long long end;
  started = 0;
#pragma omp taskgroup
  {
#line 10
#pragma omp task
    {
      long long begin = now();
#pragma omp atomic write
      started = 1;
      while (now() < begin + 30000000)
        ;
      looked = now();
      working += looked - begin;
#pragma omp cancellation point taskgroup
    }
    for (int seen = 0; !seen;) { // this thread executes nothing here, so another one does
#pragma omp atomic read
      seen = started;
    }
#line 20
#pragma omp task if (0)
    {
#pragma omp cancel taskgroup
    }
    for (int i = 0; i < 10; i++) {
#line 30
#pragma omp task
      {
#pragma omp atomic
        discarded++;
      }
    }
    end = now();
  }
  most += now() - end;
  least += looked > end ? looked - end : 0;
}

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 5; i++)
    group();
  printf("{\"least\": %lld, \"most\": %lld, \"working\": %lld, \"discarded\": %d}\n", least, most, working, discarded);
  return 0;
}
