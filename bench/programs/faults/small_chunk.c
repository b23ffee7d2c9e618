/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Iterations of a nanosecond are dealt out one by one. The fix lets each member have a block. */
#include "work.h"

static float values[1 << 22];

int main(int argc, char **argv) {
  int n = given(argc, argv, 1 << 16);
  for (int step = 0; step < 60; step++) {
#ifdef FIXED
#pragma omp parallel for schedule(static)
#else
#pragma omp parallel for schedule(dynamic) // the fault
#endif
    for (int i = 0; i < n; i++)
      values[i] = values[i] * 0.5f + 1;
  }
  printf("%.6f\n", values[n / 2]);
  return 0;
}
