/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* heat.c - the program of docs/compare.md and docs/database.md; -DMORE: a fifth more to do. Its clock is that of
 * test/clock, so that what the pages show does not depend on how busy the machine is. */
#include "heat.h"
#include <stdio.h>

enum { CELLS = 40, STEPS = 400 };
static double now[CELLS + 2], next[CELLS + 2];
static int step;

/* The documents show the lines of the constructs below, so that a line more or less
 * here is a change there. What takes time is the for at line 18, and a little of it
 * that at line 21. */

static void sweep(int n) {
#pragma omp parallel
  {
#pragma omp for
    for (int i = 1; i <= n; i++)
      next[i] = now[i] + (now[i - 1] + now[i + 1]) / 4, takes(i, n, 2 * step, 17800);
#pragma omp for
    for (int i = 1; i <= n; i++)
      now[i] = next[i], takes(i, n, 2 * step + 1, 60);
  }
}

int main(void) {
  clock_start();
  now[0] = 1;
  for (step = 0; step < STEPS; step++)
    sweep(CELLS), takes_alone();
  printf("heat %.6f\n", now[1]);
  return 0;
}
