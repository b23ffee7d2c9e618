// Attributes spell directives in C23, in a header, too, that is included in the middle of a function.
// RUN: %same --no-gcc "gcc 12 ignores attribute spelling in C" --regions 4 %s -- -std=c2x -Wall -Wextra
#include <stdio.h>
int main(void) {
  int s = 0;
#include "Inputs/attributes.h"
  [[omp::directive(parallel for reduction(+ : s))]]
  for (int i = 0; i < 10; i++)
    s += i;
#pragma omp parallel
  [[omp::directive(single)]] s++;
  printf("%d %d\n", s, __LINE__);
  return 0;
}
