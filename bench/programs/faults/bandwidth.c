/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Each pass goes over arrays that no cache holds. The fix makes all passes of a block that a cache holds. */
#include "work.h"

enum { PASSES = 100, BLOCK = 1 << 12, BLOCKS = 3 << 10 };
static float a[BLOCKS * BLOCK], b[BLOCKS * BLOCK];

int main(void) {
#pragma omp parallel for
  for (int i = 0; i < BLOCKS * BLOCK; i++)
    a[i] = b[i] = (float)(i % 7);
#ifdef FIXED
#pragma omp parallel for
  for (int from = 0; from < BLOCKS * BLOCK; from += BLOCK)
    for (int pass = 0; pass < PASSES; pass++)
      for (int i = from; i < from + BLOCK; i++)
        a[i] = a[i] * 0.5f + b[i];
#else
  for (int pass = 0; pass < PASSES; pass++) {
#pragma omp parallel for // the fault
    for (int i = 0; i < BLOCKS * BLOCK; i++)
      a[i] = a[i] * 0.5f + b[i];
  }
#endif
  printf("%.6f\n", a[BLOCK]);
  return 0;
}
