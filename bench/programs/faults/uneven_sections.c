/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One section has three times as much to do as the other. The fix moves a part of it. */
#include "work.h"

enum { ROWS = 800 };
static double rows[ROWS];

static void compute_rows(int from, int to) {
  for (int i = from; i < to; i++)
    rows[i] = compute(1000, rows[i]);
}

int main(void) {
  for (int step = 0; step < 200; step++) {
#pragma omp parallel sections // the fault
    {
#pragma omp section
      compute_rows(0, CHOICE(ROWS * 3 / 4, ROWS / 2));
#pragma omp section
      compute_rows(CHOICE(ROWS * 3 / 4, ROWS / 2), ROWS);
    }
  }
  printf("%.6f\n", rows[1]);
  return 0;
}
