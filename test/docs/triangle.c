/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* triangle.c - the program of docs/getting-started.md: later iterations of its loop have more to do than earlier ones.
 */
#include <math.h>
#include <stdio.h>

static double row(int i) {
  double sum = 0;
  for (int j = 1; j <= i; j++)
    sum += sqrt(i * 1e-3 + j);
  return sum;
}

int main(void) {
  double total = 0;
  for (int step = 1; step <= 10; step++) {
#pragma omp parallel for reduction(+ : total)
    for (int i = 1; i <= 4000; i++)
      total += row(i);
  }
  printf("total %.6e\n", total);
  return 0;
}
