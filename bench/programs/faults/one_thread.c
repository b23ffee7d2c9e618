/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A call that somebody needed to find an error was left in: all teams have one thread. The fix has no such call. */
#include "work.h"
#include <omp.h>

int main(int argc, char **argv) {
  int n = given(argc, argv, 2000);
  double sum = 0;
#ifndef FIXED
  omp_set_num_threads(1);
#endif
  for (int step = 0; step < 100; step++) {
#pragma omp parallel for reduction(+ : sum) // the fault
    for (int i = 0; i < n; i++)
      sum += compute(1000, i);
  }
  printf("%.6f\n", sum);
  return 0;
}
