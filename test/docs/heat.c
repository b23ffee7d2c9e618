/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* heat.c - the program of docs/compare.md and docs/database.md; with -DMORE its first loop has a fifth more to do.
 */
#include <stdio.h>

#ifdef MORE
#define CELLS 480000
#else
#define CELLS 400000
#endif
static double now[CELLS + 2], next[CELLS + 2];

/* The documents show the lines of the constructs below, so that a line more or less
 * here is a change there. */
static void sweep(int n) {
#pragma omp parallel
  {
#pragma omp for
    for (int i = 1; i <= n; i++)
      next[i] = now[i] + 0.25 * (now[i - 1] - 2 * now[i] + now[i + 1]) / (1 + now[i] * now[i]);
#pragma omp for
    for (int i = 1; i <= 40; i++)
      now[i] = next[i];
  }
}

int main(void) {
  now[0] = 1;
  for (int step = 1; step <= 400; step++)
    sweep(CELLS);
  printf("heat %.6f\n", now[1]);
  return 0;
}
