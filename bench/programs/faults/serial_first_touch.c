/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One thread is the first to touch all of the memory, and what the kernel does for that is serial. The fix shares it
 * out as the loops that use it. */
#include "work.h"

enum { ARRAYS = 8 };
static double *arrays[ARRAYS];

static double *made(int n) { // the fault
  double *values = malloc((size_t)n * sizeof *values);
  FIX_PRAGMA(omp parallel for)
  for (int i = 0; i < n; i++)
    values[i] = i;
  return values;
}

int main(int argc, char **argv) {
  int n = given(argc, argv, 8 << 20);
  double sum = 0;
  for (int k = 0; k < ARRAYS; k++)
    arrays[k] = made(n);
  for (int k = 0; k < ARRAYS; k++) {
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
      sum += arrays[k][i];
  }
  printf("%.6e\n", sum);
  return 0;
}
