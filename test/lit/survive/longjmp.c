// longjmp goes over the ends of functions and user regions: in serial code, on each thread of a team, out of a task's functions.
// Every region that is left is ended by the one around it; visits and call paths are exact.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// DEFINE: %{check} = %python %root/test/runtime/Inputs/check.py %pomp_report
// RUN: %clang -O1 -fopenmp %s -o plain && %pomp_clang -O1 --pomp-functions=all %s -o a
// RUN: env OMP_NUM_THREADS=2 ./plain > expected
// RUN: env OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a > out && diff out expected
// deep() is visited six times for each of 10 serial, 2 * 10 parallel and 10 task calls of caught(); all but the one that
// jumps back at once are left, each with a user region.
// RUN: %{check} e 'visits("caught()") == 40' 'visits("deep()") == 240' 'visits("region(part)") == 240' \
// RUN:   'experiment["repaired"] == 40 * 12' 'experiment["ignored"] == experiment["unfinished"] == experiment["lost"] == 0' \
// RUN:   'max(p["depth"] for p in paths) <= 20' 'path("main()", "caught()", "deep()", "region(part)", "deep()")["visits"] == 10' \
// RUN:   'visits("main()") == 1' 'region("main()")["inclusive_ns"] >= region("caught()")["inclusive_ns"] / 2'
#include <setjmp.h>
#include <stdio.h>

static _Thread_local jmp_buf back;
static int total;

static void deep(int n) {
#pragma pomp inst begin(part)
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    total++;
  }
  if (n == 0)
    longjmp(back, 1);
  deep(n - 1);
#pragma pomp inst end(part)
}

static int caught(void) {
  if (setjmp(back) == 0)
    deep(5);
  return 1;
}

int main(void) {
  int n = 0;
  for (int i = 0; i < 10; i++)
    n += caught();
#pragma omp parallel reduction(+ : n)
  {
    for (int i = 0; i < 10; i++)
      n += caught();
#pragma omp single
    for (int i = 0; i < 10; i++) {
#pragma omp task
      {
        int one = caught();
#pragma omp atomic
        total += one;
      }
    }
  }
  printf("%d %d\n", n, total);
  return 0;
}
