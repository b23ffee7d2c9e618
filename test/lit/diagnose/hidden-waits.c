// Two members of a team wait for each other at a critical section, but a third one has so much to do that nobody would be done earlier
// without that: the work is uneven, and there is no finding about the lock. They wait at the end for 20.05 ms and 20 ms; of a barrier, 5 us of
// each member may be its own.
// RUN: rm -rf %t && mkdir -p %t && cd %t && %pomp_clang -O1 -g %pair_flags %s -o a
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e ./a && %pomp_report --diagnose --json e | FileCheck %s
// CHECK: "property": "load_imbalance"
// CHECK: "line": 100,
// CHECK: "severity_s": 0.040035
// CHECK-NOT: "property"
#include "pair.h"
#include <omp.h>

enum { ROUNDS = 100 };

int main(void) {
  static uint64_t is_free;
  static int turn;
  pair_begin();
#line 100
#pragma omp parallel num_threads(3)
  {
    int me = omp_get_thread_num();
    for (int i = 0; i < ROUNDS; i++) {
      if (me == 0) {
        work(300);
        continue;
      }
      comes(&turn, 2 * i + me - 1);
      wait_for(&is_free);
#pragma omp critical
      {
        work(50);
        frees(&is_free);
        goes(&turn);
      }
    }
    MEET();
  }
  return 0;
}
