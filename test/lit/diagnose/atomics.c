// Threads wait for an atomic if enough of its updates take at least twice as long as one that waits for nobody: that takes 20 ns here. Others take
// longer for another reason, and the shortest one, of 0 ns, says nothing. The saving is what takes longer, of the member that has most of it.
// RUN: rm -rf %t && mkdir -p %t && cd %t && %pomp_clang -O1 -g %pair_flags %s -o a
// RUN: %python %S/Inputs/healthy.py %pomp_report ./a 2 alone memory seldom kind scattered
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=few OMP_NUM_THREADS=2 ./a few && %pomp_report --diagnose few | FileCheck %s --check-prefix=FEW
// FEW: 1. atomic that threads wait for: {{.*}}atomics.c:300
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=hot OMP_NUM_THREADS=2 ./a hot && %pomp_report --diagnose --json hot | FileCheck %s
// CHECK: "property": "hot_atomic"
// CHECK: "line": 100,
// CHECK: "severity_s": 0.002,
// CHECK: "saving_s": 0.001,
// CHECK: "alone_ns": 20
// CHECK-NOT: "property"
#include "pair.h"
#include <omp.h>
#include <string.h>

enum { UPDATES = 10000, ALONE = 20 };
uint64_t __pomp_atomic = ALONE;

static const char *how;

/* Returns how long the i-th update takes. */
static uint64_t takes(int i) {
  if (!strcmp(how, "alone")) /* by a clock whose readings may be out of order */
    return i % 2 ? 0 : 2 * ALONE;
  if (!strcmp(how, "memory")) /* what is updated is not in the cache */
    return i % 2 ? 30 : 39;
  if (!strcmp(how, "seldom")) /* another thread has the line, once in 200 times */
    return i % 200 ? ALONE : 2000;
  if (!strcmp(how, "scattered")) /* an element of a large array is fetched from where it was */
    return i % 2 ? ALONE : 100;
  if (!strcmp(how, "kind")) /* none takes less, so it is not that others have the line */
    return 200;
  return i % 100 < 10 ? ALONE + 1000 : ALONE;
}

int main(int argc, char **argv) {
  static uint64_t sum, sums[1000], few[3];
  how = argc > 1 ? argv[1] : "hot";
  pair_begin();
#pragma omp parallel
  {
    for (int i = 0; i < UPDATES && !strcmp(how, "scattered"); i++) {
      work(1);
#line 200
#pragma omp atomic
      sums[i % 1000] += (cost(takes(i)), 1);
    }
    for (int i = 0; i < UPDATES && !strcmp(how, "few"); i++) {
      work(1);
#line 300
#pragma omp atomic
      few[i % 3] += (cost(i % 2 ? ALONE : 100), 1);
    }
    for (int i = 0; i < UPDATES && strcmp(how, "scattered") && strcmp(how, "few"); i++) {
      work(1);
#line 100
#pragma omp atomic
      sum += (cost(takes(i)), 1);
    }
    MEET();
  }
  return sum + sums[0] + few[0] == 0;
}
