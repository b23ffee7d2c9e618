/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ripples.c - the program of the pictures in README.md: its rows are not as long as each other, each thread sums up in
 * a critical section, and one thread alone reads. How long that takes is in takes.h. */
#include "takes.h"
#include <stdio.h>

static double energy;

static void ripple(int step) {
#pragma omp parallel
  {
    double mine = 0;
#pragma omp for
    for (int row = 0; row < ROWS; row++)
      mine += relax(step, row);
    mine = spread(step, mine);
#pragma omp critical(energy)
    energy += sum_up(step, mine);
  }
}

int main(void) {
  for (int step = 0; step < 12; step++) {
    read_wind(step);
    ripple(step);
  }
  printf("energy %.3f\n", energy);
  return 0;
}
