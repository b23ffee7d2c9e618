// Of a program that nobody instrumented, the calls into LLVM's runtime tell line and column of each directive, also where code is
// optimised, and a loop's schedule and chunk, which are arguments: each processor has them elsewhere.
// RUN: %fresh && %program -O2 %s -o a && env OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR=e ./a | grep -qx "4099 2016 4950"
// RUN: %check e '{r["where"].partition("entries.c:")[2] for r in regions if r["role"] in ("team", "single", "critical", "taskgroup", "task")} == {"13:1", "21:1", "29:1", "36:1", "38:3", "39:1", "41:1"}'
// RUN: %check e '{(r["where"].partition("entries.c:")[2], r["clauses"], r["loop"]["chunks"]) for r in regions if r["role"] == "loop"} == {("13:1", "schedule(dynamic)", 20), ("21:1", "schedule(static)", 10), ("31:1", "schedule(static)", 22), ("33:3", "schedule(dynamic)", 16)}'
#include <stdio.h>

static int sum, array[64];

/* The chunk has 8 bytes. */
static long by_dynamic(long n) {
  long all = 0;
#pragma omp parallel for schedule(dynamic, 5) reduction(+ : all)
  for (long i = 0; i < n; i++)
    all += i;
  return all;
}

static int by_static(int n) {
  int all = 0;
#pragma omp parallel for schedule(static, 7) reduction(+ : all)
  for (int i = 0; i < n; i++)
    all += i;
  return all;
}

int main(void) {
  const int squares = by_static(64);
#pragma omp parallel
  {
#pragma omp for schedule(static, 3)
    for (int i = 0; i < 64; i++) array[i]++;
  #pragma omp for schedule(dynamic, 4)
    for (int i = 0; i < 64; i++)
      array[i] *= 64;
#pragma omp critical(one)
    sum++;
  #pragma omp single
#pragma omp taskgroup
    {
#pragma omp task
      for (int i = 0; i < 64; i++)
        sum += array[i];
    }
  }
  printf("%d %d %ld\n", sum + 1, squares, by_dynamic(100));
}
