/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The region has a loop that nobody shares out: each member does all of it. The fix is a worksharing loop. */
#include "work.h"

static double force[2000];

int main(int argc, char **argv) {
  int n = given(argc, argv, 2000);
  double sum = 0;
  for (int step = 0; step < 100; step++) {
#pragma omp parallel // the fault
    {
      FIX_PRAGMA(omp for)
      for (int i = 0; i < n; i++) { // the fault
        double x = i;
        for (int k = 0; k < 1000; k++)
          x = x * 0.75 + 0.125;
        force[i] = x;
      }
#pragma omp master
      sum += force[1];
    }
  }
  printf("%.6f\n", sum);
  return 0;
}
