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
      for (int i = 0; i < n; i++)
        force[i] = compute(1000, i);
#pragma omp master
      sum += force[1];
    }
  }
  printf("%.6f\n", sum);
  return 0;
}
