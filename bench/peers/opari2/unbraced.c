/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* unbraced.c - a construct between `if` and `else`, without braces. */
#include <stdio.h>

int main(int argc, char **argv) {
  int sum = 0;
  (void)argv;
  if (argc < 10)
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 100; i++)
      sum += i;
  else
    sum = -1;
  printf("%d\n", sum);
  return 0;
}
