/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Each iteration adds to one sum with an atomic. The fix is a reduction. */
#include "work.h"

int main(int argc, char **argv) {
  int n = given(argc, argv, 20000000);
  long sum = 0;
#ifdef FIXED
#pragma omp parallel for reduction(+ : sum)
#else
#pragma omp parallel for
#endif
  for (int i = 0; i < n; i++) {
    long x = (long)compute(3, i);
#ifndef FIXED
#pragma omp atomic // the fault
#endif
    sum += x;
  }
  printf("%ld\n", sum);
  return 0;
}
