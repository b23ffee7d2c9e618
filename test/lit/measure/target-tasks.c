// The work of `target … nowait` on the host is the construct's, and counts once: on the threads of the team, or on libomp's hidden
// helper threads, which are no threads of the program and count while they execute such a task. Nothing of libomp itself is measured.
// The libomp of Clang 16 fails an assertion of its own at a target with nowait.
// REQUIRES: clang-from-19
// RUN: rm -rf %t && mkdir -p %t && cd %t && %pomp_clang %clock -fopenmp -O1 %s -o a
// RUN: env OMP_NUM_THREADS=2 LIBOMP_USE_HIDDEN_HELPER_TASK=0 POMP_TRACE=1 POMP_EXPERIMENT_DIR=own ./a 2> own.err
// RUN: env OMP_NUM_THREADS=2 LIBOMP_USE_HIDDEN_HELPER_TASK=1 POMP_TRACE=1 POMP_EXPERIMENT_DIR=hidden ./a 2> hidden.err
// RUN: %pomp_report --json own > own.json && %pomp_report --json --from-trace own | cmp own.json -
// RUN: %pomp_report --json hidden > hidden.json && %pomp_report --json --from-trace hidden | cmp hidden.json -
// RUN: %python %S/Inputs/target-tasks.py own.json hidden.json
// RUN: %pomp_report --all own > own.txt && FileCheck %s --check-prefix=OWN --input-file own.txt && FileCheck %s --check-prefix=OWN --input-file own.err
// RUN: %pomp_report --all hidden > hidden.txt && FileCheck %s --check-prefix=HIDDEN --input-file hidden.txt && FileCheck %s --check-prefix=HIDDEN --input-file hidden.err
// OWN: · 2 threads · 0.50 s wall · 1.00 s threads × wall
// HIDDEN: · 2 threads and hidden helpers · 0.50 s wall · 1.16 s threads × wall
#include "test_clock.h"

enum { TASKS = 8 };

int main(void) {
  static struct clock_meeting end[2];
  int a[TASKS] = {0};
  clock_start();
#pragma omp parallel num_threads(2)
  {
#pragma omp single nowait
    for (int i = 0; i < TASKS; i++) {
#pragma omp target map(tofrom : a[i : 1]) nowait
      {
        a[i]++;
        clock_work(10 * CLOCK_MS);
      }
    }
    clock_meet(&end[0], 0);
  }
#pragma omp parallel num_threads(2)
  {
#pragma omp single nowait
    for (int i = 0; i < TASKS; i++) {
#pragma omp target teams map(tofrom : a[i : 1]) num_teams(1) nowait
      {
        a[i]++;
        clock_work(10 * CLOCK_MS);
      }
    }
    clock_meet(&end[1], 0);
  }
  clock_set(CLOCK_BEGIN + 500 * CLOCK_MS);
  for (int i = 0; i < TASKS; i++)
    if (a[i] != 2)
      return 1;
  return 0;
}
