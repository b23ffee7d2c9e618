/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* usual.c - constructs as in any textbook. */
#include <stdio.h>

int main(void) {
  int sum = 0;
#pragma omp parallel
  {
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < 100; i++)
      sum += i;
#pragma omp critical(print)
    if (sum < 0)
      puts("never");
  }
  printf("%d\n", sum);
  return 0;
}
