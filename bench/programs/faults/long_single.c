/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One member prepares each step while the others wait. The fix shares the preparation out. */
#include "work.h"

enum { ROWS = 200 };
static double rows[ROWS];

int main(void) {
#pragma omp parallel
  for (int step = 0; step < 300; step++) {
#ifdef FIXED
#pragma omp for
#else
#pragma omp single // the fault
#endif
    for (int i = 0; i < ROWS; i++)
      rows[i] = compute(1500, rows[i]);
#pragma omp for
    for (int i = 0; i < ROWS; i++)
      rows[i] = compute(1500, rows[i]);
  }
  printf("%.6f\n", rows[1]);
  return 0;
}
