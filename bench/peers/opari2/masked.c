/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* masked.c - a combined directive of OpenMP 5.1. */
#include <stdio.h>

int main(void) {
  int sum = 0;
#pragma omp parallel masked
  sum += 4950;
  printf("%d\n", sum);
  return 0;
}
