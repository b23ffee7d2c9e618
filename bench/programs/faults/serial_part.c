/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One of two functions of each step was never made parallel. The fix does that. */
#include "work.h"

enum { ROWS = 200 };
static double rows[ROWS];

static void move(void) { // the fault
  FIX_PRAGMA(omp parallel for)
  for (int i = 0; i < ROWS; i++)
    rows[i] = compute(1000, rows[i]);
}

static void attract(void) {
#pragma omp parallel for
  for (int i = 0; i < ROWS; i++)
    rows[i] = compute(2000, rows[i]);
}

int main(void) {
  for (int step = 0; step < 300; step++) {
    attract();
    move();
  }
  printf("%.6f\n", rows[1]);
  return 0;
}
