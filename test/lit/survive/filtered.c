// POMP_FILTER is used on instrumented code: regions that stay have the visits that they have without the filter, in the same order
// of call paths, with all of the time accounted for; in both barrier modes.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// DEFINE: %{check} = %python %root/test/runtime/Inputs/check.py %pomp_report
// DEFINE: %{run} = env OMP_NUM_THREADS=3 POMP_SUMMARY=0
// RUN: %clang -O1 -fopenmp %s -o plain && env OMP_NUM_THREADS=3 ./plain > expected
// RUN: %pomp_clang -O1 --pomp-functions=all %s -o a && %pomp_clang -O1 --pomp-functions=all --pomp-barriers=ompt %s -o b
// RUN: printf 'SCOREP_REGION_NAMES_BEGIN EXCLUDE * INCLUDE work fib SCOREP_REGION_NAMES_END' > f
// DEFINE: %{kept} = 'visits("work()") == 300' 'visits("fib()") == 177' 'visits("task", 38) == visits("task", 40) == 88' 'visits("parallel for") == 3' \
// DEFINE:   'experiment["repaired"] == experiment["ignored"] == experiment["unfinished"] == experiment["lost"] == 0'
// RUN: %{run} POMP_EXPERIMENT_DIR=all ./a > out && diff out expected && %{check} all %{kept} 'visits("critical(sum)") == 300'
// RUN: %{run} POMP_EXPERIMENT_DIR=allb ./b > out && diff out expected && %{check} allb %{kept} 'visits("critical(sum)") == 300'
// DEFINE: %{rest} = 'set(names()) - {"barrier (implicit)"} == {"(outside regions)", "work()", "fib()", "task", "task (create)", "parallel", "parallel (fork-join)", "parallel for", "parallel for (fork-join)", "parallel for (loop)"}' \
// DEFINE:   'path("parallel for (fork-join)", "parallel for", "parallel for (loop)", "work()")["visits"] == 300' \
// DEFINE:   'path("parallel (fork-join)", "parallel", "fib()", ("task (create)", 38), ("task", 38), "fib()")["visits"] >= 2' \
// DEFINE:   'sum(r["exclusive_ns"] for r in regions) <= 1.01 * experiment["allocation_ns"]' 'experiment["filtered"] >= 5'
// RUN: %{run} POMP_FILTER=f POMP_EXPERIMENT_DIR=few ./a > out && diff out expected && %{check} few %{kept} %{rest}
// RUN: %{run} POMP_FILTER=f POMP_EXPERIMENT_DIR=fewb ./b > out && diff out expected && %{check} fewb %{kept} %{rest}
#include <stdio.h>

static int total;

static void work(int n) {
  for (int i = 0; i < n; i++)
    __asm__ volatile("");
}

static void helper(int n) {
  work(n);
#pragma omp critical(sum)
  total += n;
}

#line 34
static int fib(int n) {
  int a, b;
  if (n < 2)
    return n;
#pragma omp task shared(a)
  a = fib(n - 1);
#pragma omp task shared(b)
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}

int main(void) {
  int result = 0, rounds = 0;
#pragma omp parallel for
  for (int i = 0; i < 300; i++)
    helper(i);
#pragma omp parallel
  {
#pragma omp single
    result = fib(10);
#pragma omp for
    for (int i = 0; i < 10; i++) {
#pragma omp atomic
      rounds++;
    }
#pragma omp barrier
  }
  printf("%d %d %d\n", total, result, rounds);
  return 0;
}
