// The fuzzer has found a cancellation point without a cancel, around which Clang accepts no nowait either.
// RUN: %same --regions 9 %s -- -Wall -Werror
#include <stdio.h>
int main(void) {
  int s = 0;
#pragma omp parallel reduction(+ : s)
  {
#pragma omp for
    for (int i = 0; i < 10; i++) {
#pragma omp cancellation point for
      s += i;
    }
#pragma omp sections
    {
#pragma omp section
      {
#pragma omp cancellation point sections
        s += 100;
      }
    }
#pragma omp cancellation point parallel
  }
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < 10; i++) {
#pragma omp cancellation point for
    s += i;
  }
  printf("%d\n", s);
  return 0;
}
