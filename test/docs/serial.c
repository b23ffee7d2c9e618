/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* serial.c - the program that docs/tuning.md asks for its functions: one of them is serial and takes long, and another
 * one that it calls is too short to be worth measuring. */
#include <stdio.h>

enum { VALUES = 200000, DIGITS = 6 };
static double values[VALUES];

__attribute__((noinline)) static int digits(int value) {
  int sum = 0;
  for (int i = 0; i < DIGITS; i++, value /= 10)
    sum += value % 10;
  return sum;
}

__attribute__((noinline)) static void prepare(void) {
  for (int i = 0; i < VALUES; i++)
    for (int k = 0, of = digits(i); k < 50; k++)
      values[i] += 1.0 / (of + k + 1);
}

int main(void) {
  double sum = 0;
  prepare();
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < VALUES; i++)
    sum += values[i] * values[i];
  printf("sum %.6f\n", sum);
  return 0;
}
