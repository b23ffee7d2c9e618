/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* program.c - the program that docs/ calls `program`: some steps, each with a loop on all threads and a critical
 * section. */
#include <stdio.h>

int main(void) {
  double sum = 0;
  for (int step = 1; step <= 300; step++) {
#pragma pomp inst begin(step)
#pragma omp parallel
    {
      double mine = 0;
#pragma omp for
      for (int i = 1; i <= 20000; i++)
        mine += 1.0 / ((double)i * step);
#pragma omp critical(sum)
      sum += mine;
    }
#pragma pomp inst end(step)
  }
  printf("sum %.6f\n", sum);
  return 0;
}
