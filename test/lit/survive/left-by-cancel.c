// cancel leaves regions without their ends: each is ended by the region around it, or when its thread leaves the team, and
// counted as repaired. Later regions hang where they belong.
// (libomp 19 hangs by itself if the cancelled loop has a dynamic schedule, or if one thread alone cancels the region.)
// RUN: rm -rf %t && mkdir -p %t && cd %t
// DEFINE: %{check} = %python %root/test/runtime/Inputs/check.py %pomp_report
// RUN: %clang -O1 -fopenmp %s -o plain && %pomp_clang -O1 %s -o a
// RUN: env OMP_CANCELLATION=true OMP_NUM_THREADS=4 ./plain > expected
// RUN: env OMP_CANCELLATION=true OMP_NUM_THREADS=4 POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a > out && diff out expected
// RUN: %{check} e 'visits("parallel (fork-join)", 33) == 10' 'visits("parallel", 33) == 40' 'visits("region(left)") == 40' \
// RUN:   'visits("region(inner)") == 40' 'visits("parallel", 46) == 40' 'visits("for", 48) == 40' \
// RUN:   'visits("parallel", 60) == 4' 'visits("region(after)") == 4' \
// RUN:   'experiment["unfinished"] == experiment["ignored"] == experiment["lost"] == 0' \
// There are at least the user regions of the first part, which cancel leaves on each thread.
// RUN:   'experiment["repaired"] >= 80' \
// RUN:   'path("main()", ("parallel (fork-join)", 60), ("parallel", 60), "region(after)")["visits"] >= 1' \
// RUN:   'max(p["depth"] for p in paths) <= 9'
// Without cancellation nothing is left.
// RUN: env OMP_CANCELLATION=false OMP_NUM_THREADS=4 POMP_EXPERIMENT_DIR=n POMP_SUMMARY=0 ./a > out
// RUN: %{check} n 'experiment["repaired"] == experiment["unfinished"] == experiment["ignored"] == 0' 'visits("region(left)") == 40'
#include <stdio.h>

int main(void) {
  int rounds = 0, after = 0;
  for (int round = 0; round < 10; round++) {
#line 33
#pragma omp parallel
    {
#pragma pomp inst begin(left)
      rounds += 0;
#pragma pomp inst begin(inner)
      if (rounds >= 0) {
#pragma omp cancel parallel
      }
#pragma pomp inst end(inner)
#pragma pomp inst end(left)
    }
    rounds++;
  }
  for (int round = 0; round < 10; round++) {
#line 46
#pragma omp parallel
    {
#line 48
#pragma omp for schedule(static, 1)
      for (int i = 0; i < 100; i++) {
        if (i == 7) {
#pragma omp cancel for
        }
#pragma omp cancellation point for
      }
    }
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup
    for (int i = 0; i < 10; i++) {
#pragma omp task
      {
#pragma omp cancel taskgroup
      }
    }
    rounds++;
  }
#line 60
#pragma omp parallel reduction(+ : after)
  {
#pragma pomp inst begin(after)
    after++;
#pragma pomp inst end(after)
  }
  printf("%d %d\n", rounds, after);
  return 0;
}
