/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Members write every other float, so they fight for each cache line. The fix gives each a block. */
#include "work.h"

static float values[1 << 15];

int main(int argc, char **argv) {
  int n = given(argc, argv, 1 << 12);
#pragma omp parallel
  for (int step = 0; step < 100000; step++) {
#ifdef FIXED
#pragma omp for schedule(static) nowait
#else
#pragma omp for schedule(static, 1) nowait // the fault
#endif
    for (int i = 0; i < n; i++)
      values[i] = values[i] * 0.5f + 1; // the fault
  }
  printf("%.6f\n", values[n / 2]);
  return 0;
}
