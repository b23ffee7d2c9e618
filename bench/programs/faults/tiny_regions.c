/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A team is forked for each row of some hundred values. The fix forks one for all rows. */
#include "work.h"

static float rows[20000][256];

int main(int argc, char **argv) {
  int n = given(argc, argv, 1000);
  for (int step = 0; step < 400; step++) {
    FIX_PRAGMA(omp parallel for)
    for (int row = 0; row < n; row++) {
#ifndef FIXED
#pragma omp parallel for // the fault
#endif
      for (int i = 0; i < 256; i++)
        rows[row][i] = rows[row][i] * 0.5f + 1;
    }
  }
  printf("%.6f\n", rows[1][1]);
  return 0;
}
