/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A task is made for each iteration of a hundred nanoseconds. The fix makes one of thousand iterations. */
#include "work.h"

static double values[1000000];

int main(int argc, char **argv) {
  int n = given(argc, argv, 100000);
  for (int step = 0; step < 20; step++) {
#pragma omp parallel
#pragma omp single
#ifdef FIXED
#pragma omp taskloop grainsize(1000)
#endif
    for (int i = 0; i < n; i++) {
#ifndef FIXED
#pragma omp task firstprivate(i) // the fault
#endif
      values[i] = compute(50, values[i]);
    }
  }
  printf("%.6f\n", values[1]);
  return 0;
}
