// Without -fopenmp OpenMP pragmas stay ignored, and user regions work.
// RUN: %same --regions 1 %s -- -fno-openmp
// RUN: %same --regions 1 %s -- -fno-openmp -fopenmp-simd
#include <stdio.h>

int main(void) {
  int s = 0;
#pragma pomp inst begin(all)
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < 10; i++)
    s += i;
#pragma pomp inst end(all)
#ifdef _OPENMP
  s = -1;
#endif
  printf("%d\n", s);
  return 0;
}
