/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The loop ends with a barrier, and another one comes right after it, in steps of some microseconds. The fix has the
 * loop's own. */
#include "work.h"

enum { STEPS = 300000 };
static double left[64], right[64];

int main(int argc, char **argv) {
  int n = given(argc, argv, 16);
#pragma omp parallel
  for (int step = 0; step < STEPS; step++) {
#pragma omp for
    for (int i = 0; i < n; i++)
      left[i] = compute(10, right[i]);
#ifndef FIXED
#pragma omp barrier // the fault
#endif
#pragma omp for
    for (int i = 0; i < n; i++)
      right[i] = compute(10, left[n - 1 - i]);
  }
  printf("%.6f\n", right[0]);
  return 0;
}
