// The fuzzer has found two clauses that became one word: the comma between them is left out, and what is evaluated before the region
// has a longer name than what it stands for.
// RUN: %same --regions 2 %s -- -Wall -Werror
#include <stdio.h>

static int zero = 0;

int main(void) {
  int a[16] = {0}, s = 0;
#pragma omp parallel master taskloop if(zero == 0), untied, default(none) shared(a, zero) // a comment
  for (int i = 0; i < 5; i++)
    a[i] = i;
#pragma omp parallel for if(zero > 0), ordered, default(none) shared(a, zero)
  for (int i = 5; i < 9; i++)
    a[i] = i;
  for (int i = 0; i < 16; i++)
    s += a[i];
  printf("%d\n", s);
  return 0;
}
