// master has begin and end inside, nothing outside, and no barrier.
// RUN: %emit %s && %check
// RUN: %same --both --regions 2 %s -- -Wall -Wextra -pedantic -Werror
#include <stdio.h>

int main(void) {
  int n = 0;
#pragma omp parallel
  {
// CHECK:      { __POMP_Parallel_begin(__pomp_rd(0));
// CHECK:      #pragma omp master
// CHECK-NEXT: # [[#]]
// CHECK-NEXT: { __POMP_Master_begin(__pomp_rd(1));
// CHECK-NEXT: # [[#]]
// CHECK-NEXT: {
// CHECK-NEXT: n++;
// CHECK-NEXT: }
// CHECK-NEXT: # [[#]]
// CHECK-NEXT: __POMP_Master_end(__pomp_rd(1)); }
#pragma omp master
    {
      n++;
    }
  }
  printf("%d line %d\n", n, __LINE__);
  return 0;
}
