// A `parallel for` that can't be split has events of its fork and join alone, in both modes. OMPT tells the rest: its threads work in the
// loop, and do not idle; the barriers within the loop of a reduction(inscan), and the one at the region's end, are waiting. By the clock
// that the test sets, member i of n works for 1 + i ms in a plain loop; before a scan for 2 (1 + i) ms, and after it for 2 (n - i) ms. A
// program that switches the loop off has none of it.
// DEFINE: %{check} = %python %root/test/runtime/Inputs/check.py %pomp_report
// DEFINE: %{run} = env POMP_SUMMARY=0
// DEFINE: %{n} = experiment["threads"]
// DEFINE: %{of} = (lambda key, where, line, i, *inner: sum(s[key] for s in path(where, ("parallel for (fork-join)", line), ("parallel for", line), *inner)["locations"] if locations[s["location"]]["thread_num"] == i) / 10)
// DEFINE: %{ms} = (lambda *p: [%{of}(*p[:3], i, *p[3:]) / 1000000 for i in range(%{n})])
// DEFINE: %{loop} = "parallel for (loop)"
// DEFINE: %{holds} = 'experiment["repaired"] == experiment["ignored"] == 0 and experiment["idle_ns"] == 0' \
// DEFINE:   'all(visits("parallel for (fork-join)", line) == 10 and visits(%{loop}, line) == visits("parallel for", line) == 10 * %{n} for line in (100, 200))' \
// DEFINE:   'visits("parallel for simd (fork-join)", 300) == 10 and visits("parallel for simd (loop)", 300) == 10 * %{n}' \
// DEFINE:   'all(region(%{loop}, line)["balance"]["instances"] == 10 for line in (100, 200))' \
// DEFINE:   '%{ms}("inclusive_ns", "plain()", 100) == [%{n}] * %{n} and %{ms}("exclusive_ns", "plain()", 100, %{loop}) == [1 + i for i in range(%{n})]' \
// DEFINE:   '%{ms}("wait_ns", "plain()", 100, "barrier (implicit)") == [%{n} - 1 - i for i in range(%{n})]' \
// DEFINE:   '%{ms}("inclusive_ns", "scanned()", 200) == [4 * %{n}] * %{n} and %{ms}("exclusive_ns", "scanned()", 200, %{loop}) == [2 * (%{n} + 1)] * %{n}' \
// DEFINE:   '%{ms}("wait_ns", "scanned()", 200, %{loop}, "barrier (implicit)") == [2 * (%{n} - 1 - i) for i in range(%{n})]' \
// DEFINE:   '%{ms}("wait_ns", "scanned()", 200, "barrier (implicit)") == [2 * i for i in range(%{n})]'
// RUN: rm -rf %t && mkdir -p %t && cd %t && %pomp_clang %clock -O1 %s -o a -lm && %pomp_clang %clock --pomp-barriers=explicit -O1 %s -o b -lm
// RUN: %{run} OMP_NUM_THREADS=1 POMP_EXPERIMENT_DIR=a1 ./a && %{check} a1 %{holds}
// RUN: %{run} OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR=a2 ./a && %{check} a2 %{holds}
// RUN: %{run} OMP_NUM_THREADS=4 POMP_EXPERIMENT_DIR=a4 POMP_TRACE=1 ./a && %{check} a4 %{holds}
// RUN: %{run} OMP_NUM_THREADS=1 POMP_EXPERIMENT_DIR=b1 ./b && %{check} b1 %{holds}
// RUN: %{run} OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR=b2 ./b && %{check} b2 %{holds}
// RUN: %{run} OMP_NUM_THREADS=4 POMP_EXPERIMENT_DIR=b4 ./b && %{check} b4 %{holds}
// RUN: %pomp_clang %clock --pomp-disable=for -O1 %s -o c -lm && %{run} OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR=off ./c
// RUN: %{check} off 'visits("parallel for (fork-join)", 100) == 10' 'not any("loop" in n for n in names())'
#include "test_clock.h"

enum { MEMBERS = 64 };
static struct clock_meeting ends, between, scans;

/* The step of `linear` would need a clause if the directive were split. */
static void plain(int count, size_t round) {
  int step = count > 0, x = 0;
#line 100
#pragma omp parallel for schedule(static) default(none) shared(ends) firstprivate(round, count) linear(x : step)
  for (int i = 0; i < count; i++) {
    clock_work((uint64_t)(1 + i) * CLOCK_MS);
    (void)x;
    clock_meet(&ends, round);
  }
}

/* Each member has two iterations, for Clang 19 gets a scan of a single one wrong, and passes through them twice. */
static int scanned(int count, size_t round) {
  int sum = 0, found[2 * MEMBERS];
#line 200
#pragma omp parallel for schedule(static) reduction(inscan, + : sum)
  for (int i = 0; i < 2 * count; i++) {
    clock_work((uint64_t)(1 + i / 2) * CLOCK_MS);
    sum += i;
    if (i % 2)
      clock_meet(&between, round);
#pragma omp scan inclusive(sum)
    clock_work((uint64_t)(count - i / 2) * CLOCK_MS);
    found[i] = sum;
    if (i % 2)
      clock_meet(&scans, round);
  }
  return found[2 * count - 1] != (2 * count - 1) * count;
}

static int simd(void) {
  int sum = 0, found[1000];
#line 300
#pragma omp parallel for simd reduction(inscan, + : sum)
  for (int i = 0; i < 1000; i++) {
    sum += 2;
#pragma omp scan inclusive(sum)
    found[i] = sum;
  }
  return found[999] != 2000;
}

int main(void) {
  int count = omp_get_max_threads(), wrong = 0;
  clock_start();
  for (size_t k = 0; k < 10; k++) {
    clock_fork();
    plain(count, k);
    clock_fork();
    wrong |= scanned(count, k);
    clock_fork();
    wrong |= simd();
  }
  return wrong;
}
