// Worksharing constructs are inside of a parallel region, with and without their implicit barrier.
// What Clang 16 makes of this program does not do what gcc makes of it, without the plugin, too.
// REQUIRES: clang-from-19
// RUN: %same --gcc --regions 17 %s -- -Wall -Wextra -Werror
#include <stdio.h>

int main(void) {
  int s = 0, v = 0, a[32] = {0};
#pragma omp parallel firstprivate(v)
  {
#pragma omp for
    for (int i = 0; i < 32; i++)
      a[i] = i;
#pragma omp for nowait schedule(static)
    for (int i = 0; i < 32; i++)
      a[i]++;
#pragma omp for simd schedule(static)
    for (int i = 0; i < 32; i++)
      a[i]++;
#pragma omp sections
    {
      a[0]++;
#pragma omp section
      a[1]++;
#pragma omp section
      {
        a[2]++;
      }
    }
#pragma omp sections nowait
    {
#pragma omp section
      a[3]++;
    }
#pragma omp single
    a[4]++;
#pragma omp single nowait
    a[5]++;
#pragma omp single copyprivate(v)
    v = 3;
#pragma omp loop bind(parallel)
    for (int i = 6; i < 32; i++)
      a[i]++;
#pragma omp for reduction(+ : s)
    for (int i = 0; i < 32; i++)
      s += a[i] + v;
#pragma omp for ordered
    for (int i = 0; i < 4; i++) {
#pragma omp ordered
      s += i;
    }
  }
  printf("%d\n", s);
  return 0;
}
