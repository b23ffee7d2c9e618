/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A chunk is two thirds of the loop: one member executes two thirds, and the other member the rest. The fix is a
 * smaller chunk. */
#include "work.h"

static double values[4096];

int main(int argc, char **argv) {
  int n = given(argc, argv, 1500);
  for (int step = 0; step < 100; step++) {
#ifdef FIXED
#pragma omp parallel for schedule(dynamic, 16)
#else
#pragma omp parallel for schedule(dynamic, 1024) // the fault
#endif
    for (int i = 0; i < n; i++)
      values[i] = compute(2000, values[i]);
  }
  printf("%.6f\n", values[n / 2]);
  return 0;
}
