/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One of two loops has a clause that leaves a thread without work. The fix has no such clause. */
#include "work.h"

static double values[1000];

int main(int argc, char **argv) {
  int n = given(argc, argv, 1000);
  for (int step = 0; step < 100; step++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      values[i] = compute(1000, values[i]);
#ifdef FIXED
#pragma omp parallel for
#else
#pragma omp parallel for num_threads(1) // the fault
#endif
    for (int i = 0; i < n; i++)
      values[i] = compute(1000, values[i]);
  }
  printf("%.6f\n", values[1]);
  return 0;
}
