/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The loop that is shared out has one iteration, and the one in it has a thousand. The fix shares out both. */
#include "work.h"

enum { ROWS = 1000 };
static double plane[8][ROWS];

int main(int argc, char **argv) {
  int planes = given(argc, argv, 1);
  for (int step = 0; step < 100; step++) {
#ifdef FIXED
#pragma omp parallel for collapse(2)
#else
#pragma omp parallel for // the fault
#endif
    for (int k = 0; k < planes; k++)
      for (int i = 0; i < ROWS; i++)
        plane[k][i] = compute(2000, plane[k][i]);
  }
  printf("%.6f\n", plane[0][1]);
  return 0;
}
