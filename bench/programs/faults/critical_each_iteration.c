/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Each short iteration adds its result inside of a critical. The fix is a reduction. */
#include "work.h"

int main(int argc, char **argv) {
  int n = given(argc, argv, 2000000);
  long sum = 0;
#ifdef FIXED
#pragma omp parallel for reduction(+ : sum)
#else
#pragma omp parallel for
#endif
  for (int i = 0; i < n; i++) {
    long x = (long)compute(100, i);
#ifndef FIXED
#pragma omp critical(total) // the fault
#endif
    sum += x;
  }
  printf("%ld\n", sum);
  return 0;
}
