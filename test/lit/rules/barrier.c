// barrier has enter and exit around it, with the barrier's own descriptor. flush stays alone.
// RUN: %emit %s && %check
// RUN: %same --both --regions 3 %s -- -Wall -Wextra -pedantic -Werror
#include <stdio.h>

int main(void) {
  int n = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp atomic
    n++;
// CHECK:      { __POMP_Barrier_enter(__pomp_rd(2));
// CHECK-NEXT: # [[#]]
// CHECK-NEXT: #pragma omp barrier
#pragma omp barrier
// CHECK-NEXT: # [[#]]
// CHECK-NEXT: __POMP_Barrier_exit(__pomp_rd(2)); }
// CHECK-NOT:  POMP
// CHECK:      #pragma omp flush
// CHECK-NEXT: }
#pragma omp flush
  }
  printf("%d line %d\n", n, __LINE__);
  return 0;
}
