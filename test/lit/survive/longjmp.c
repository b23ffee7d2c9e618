// longjmp goes over the ends of functions and user regions: in serial code, on each thread of a team, of nested ones, in tasks. Every
// region that is left is ended by the one around it, and is around nothing that comes after it, whether a function follows, a
// construct or a fork; visits and call paths are exact.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// DEFINE: %{parents} = 'all(regions[paths[p["parent"]]["region"]]["name"] == "attempt()" for p in paths if regions[p["region"]]["name"] in ("jumper()", "after()", "wide()"))'
// DEFINE: %{holds} = %python %root/test/runtime/Inputs/check.py %pomp_report e %{parents} \
// DEFINE:   'visits("main()") == 1' 'visits("attempt()") == visits("jumper()") == 20 * (1 + 2 + 2 * 2 + 2)' \
// DEFINE:   'visits("after()") == visits("wide()") == 20 * (1 + 2 + 2 * 2 + 2) // 2' \
// DEFINE:   'visits("critical(after)") == visits("attempt()")' \
// DEFINE:   'all(regions[paths[p["parent"]]["region"]]["name"] == "attempt()" for p in paths if regions[p["region"]]["name"] == "critical(after)" and regions[p["region"]]["role"] == "critical")' \
// DEFINE:   'all(regions[paths[p["parent"]]["region"]]["name"] == "forks()" for p in paths if regions[p["region"]]["role"] == "fork" and regions[p["region"]]["function"] == "forks")' \
// caught() is called once for each attempts(), and deep() six times for each; all but the one that jumps back at once are left, each
// with a user region.
// DEFINE:   'visits("caught()") == 1 + 2 + 2 * 2 + 2' 'visits("deep()") == visits("region(part)") == 6 * visits("caught()")' \
// DEFINE:   'path("main()", "attempts()", "caught()", "deep()", "region(part)", "deep()")["visits"] == 1' 'max(p["depth"] for p in paths) <= 24' \
// DEFINE:   'experiment["repaired"] == visits("jumper()") + 12 * visits("caught()") + 5' 'experiment["ignored"] == experiment["unfinished"] == experiment["lost"] == 0' \
// DEFINE:   'region("main()")["inclusive_ns"] >= path("main()", "attempts()")["inclusive_ns"]'
// DEFINE: %{run} = rm -rf e && env OMP_NUM_THREADS=2 OMP_MAX_ACTIVE_LEVELS=2 POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0
// RUN: %clang -O1 -fopenmp %s -o plain && env OMP_NUM_THREADS=2 OMP_MAX_ACTIVE_LEVELS=2 ./plain > expected
// RUN: %pomp_clang -O0 --pomp-functions=all %s -o a && %{run} ./a > out && diff out expected && %{holds}
// RUN: %pomp_clang -O2 --pomp-functions=all %s -o a && %{run} ./a > out && diff out expected && %{holds}
// RUN: %{run} POMP_TRACE=1 ./a > out && diff out expected && %{holds}
// RUN: %pomp_clang -O3 --pomp-functions=all --pomp-static %s -o a && %{run} ./a > out && diff out expected && %{holds}
#include <setjmp.h>
#include <stdio.h>

static _Thread_local jmp_buf back;
static int total;

__attribute__((noinline)) static void jumper(int i) {
  volatile char room[100];
  room[i] = 1;
  longjmp(back, 1);
}
__attribute__((noinline)) static int after(int i) {
  for (int k = 0; k < 3; k++)
    i += k;
  return i;
}
__attribute__((noinline)) static int wide(int i) {
  volatile char room[1000];
  for (int k = 0; k <= i; k++)
    room[k] = (char)k;
  return room[i];
}
__attribute__((noinline)) static int attempt(volatile int i) {
  if (setjmp(back) == 0)
    jumper(i);
#pragma omp critical(after)
  total++;
  return i % 2 ? after(i) : wide(i);
}
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

static int attempts(void) {
  int n = caught();
  for (volatile int i = 0; i < 20; i++)
    n += attempt(i);
  return n;
}
__attribute__((noinline)) static void left(int i) {
  volatile char room[100];
  room[i] = 1;
  longjmp(back, 1);
}
__attribute__((noinline)) static int forks(void) {
  volatile int n = 0;
  for (volatile int i = 0; i < 5; i++) {
    if (setjmp(back) == 0)
      left(i);
    int sum = 0;
#pragma omp parallel reduction(+ : sum)
    sum++;
    n += sum;
  }
  return n;
}

int main(void) {
  int n = attempts();
#pragma omp parallel reduction(+ : n)
  n += attempts();
#pragma omp parallel reduction(+ : n)
  {
#pragma omp parallel reduction(+ : n)
    n += attempts();
  }
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 2; i++) {
#pragma omp task shared(n)
    {
      int one = attempts();
#pragma omp atomic
      n += one;
    }
  }
  n += forks();
  printf("%d %d\n", n, total);
  return 0;
}
