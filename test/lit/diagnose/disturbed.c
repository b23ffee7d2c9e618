// What measuring takes is said behind what it disturbs, though it is more here: an atomic that threads wait for, whose updates are most of what is
// measured. While the measurement starts, each reading of the clock takes 100 ns, so each kind of pair does 200 and an atomic 1.1 of that. The
// saving is 300 updates that wait for 1 us, and that again, since measuring keeps the threads from the atomic for longer than they wait.
// RUN: rm -rf %t && mkdir -p %t && cd %t && %pomp_clang -O1 -g %pair_flags %s -o a
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e OMP_NUM_THREADS=2 ./a && %pomp_report --diagnose --json e | FileCheck %s
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=c OMP_NUM_THREADS=2 ./a capture && %pomp_report --diagnose c | FileCheck %s --check-prefix=CAPTURE
// CAPTURE: atomic that threads wait for: {{.*}}:200
// CAPTURE-NEXT: An update takes {{.*}}: the 2 threads fetch the next
// CHECK: "property": "hot_atomic"
// CHECK: "line": 100,
// CHECK: "severity_s": 0.0006{{0*6?}},
// CHECK: "saving_s": 0.0006{{0*6?}},
// CHECK: "advice": "An update takes 50 ns, and one that waits for nobody 20:{{.*}} Measuring takes 21 % of the thread time, mostly here."
// CHECK: "property": "measurement_overhead"
// CHECK: "saving_s": 0.0022
// CHECK-NOT: "property"
#include "pair.h"
#include <omp.h>

enum { UPDATES = 10000, ALONE = 20 };
uint64_t __pomp_atomic = ALONE;

uint64_t (*__pomp_ask)(void) = later_at_each_reading;

int main(int argc, char **argv) {
  static uint64_t sum;
  uint64_t seen;
  (void)argv;
  pair_begin();
#pragma omp parallel private(seen)
  {
    for (int i = 0; i < UPDATES && argc > 1; i++) {
      work(1);
#line 200
#pragma omp atomic capture
      seen = sum += (cost(i % 100 < 3 ? ALONE + 1000 : ALONE), 1);
      (void)seen;
    }
    for (int i = 0; i < UPDATES && argc == 1; i++) {
      work(1);
#line 100
#pragma omp atomic
      sum += (cost(i % 100 < 3 ? ALONE + 1000 : ALONE), 1);
    }
    MEET();
  }
  return sum == 0;
}
