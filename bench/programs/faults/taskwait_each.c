/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* After each task its maker waits for it, so no two of them are ever at work at once. The fix waits for all. */
#include "work.h"

static double values[2000];

int main(int argc, char **argv) {
  int n = given(argc, argv, 2000);
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; i++) {
#pragma omp task firstprivate(i) // the fault
    values[i] = compute(100000, i);
#ifndef FIXED
#pragma omp taskwait
#endif
  }
  printf("%.6f\n", values[1]);
  return 0;
}
