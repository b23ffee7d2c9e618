/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* header.h - a function with a loop, which header.c includes. */
static int sum_to(int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += i;
  return sum;
}
