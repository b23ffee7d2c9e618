/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Members wait in a loop of their own until member 0 has prepared the step. The fix shares out what it prepares. */
#include "work.h"
#include <omp.h>

enum { ROWS = 200, STEPS = 300 };
static double rows[ROWS];
#ifndef FIXED
static volatile int prepared;
#endif

int main(void) {
#pragma omp parallel
  for (int step = 1; step <= STEPS; step++) {
#ifdef FIXED
#pragma omp for
    for (int i = 0; i < ROWS; i++)
      rows[i] = compute(1500, rows[i]);
#else
    if (omp_get_thread_num() == 0) {
      for (int i = 0; i < ROWS; i++)
        rows[i] = compute(1500, rows[i]);
      prepared = step;
    }
    while (prepared < step) // the fault
      ;
#endif
#pragma omp for
    for (int i = 0; i < ROWS; i++)
      rows[i] = compute(500, rows[i]);
  }
  printf("%.6f\n", rows[1]);
  return 0;
}
