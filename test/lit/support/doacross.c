// ordered is without a block: as doacross (OpenMP 5.2) and as depend.
// Those with sink wait for earlier iterations, and their descriptors say so.
// Clang 16 does not know the clause doacross.
// REQUIRES: clang-from-19
// RUN: %emit -fopenmp-version=52 -Wno-deprecated %s && grep '^  {"ordered"' %t.emit | grep -c "__POMP_RD_VERSION, __POMP_RD_WAITS, " | grep -x 2
// RUN: %same --no-gcc "gcc 12 knows no doacross clause" --regions 7 %s -- -fopenmp-version=52 -Wall -Wextra -Werror -Wno-deprecated
#include <stdio.h>

int main(void) {
  int a[64] = {0};
#pragma omp parallel
  {
#pragma omp for ordered(1)
    for (int i = 1; i < 64; i++) {
#pragma omp ordered doacross(sink : i - 1)
      a[i] = a[i - 1] + i;
#pragma omp ordered doacross(source :)
    }
#pragma omp for ordered(1)
    for (int i = 1; i < 64; i++) {
#pragma omp ordered depend(sink : i - 1)
      a[i] += a[i - 1];
#pragma omp ordered depend(source)
    }
  }
  printf("%d\n", a[63]);
  return 0;
}
