// masked is rewritten as master is, whichever thread the filter names; parallel master and parallel masked are split.
// Clang 16 generates no code for parallel masked.
// REQUIRES: clang-from-19
// RUN: %emit %s && %check
// RUN: %same --both %s -- -Wall -Wextra -Werror
#include <omp.h>
#include <stdio.h>

int main(void) {
  int n = 0, d = 4;
#pragma omp parallel
  {
// CHECK:      #pragma omp masked filter(omp_get_num_threads() - 1)
// CHECK-NEXT: # [[#]]
// CHECK-NEXT: { if (__POMP_Masked_begin) __POMP_Masked_begin(__pomp_rd(1));
// CHECK:      if (__POMP_Masked_end) __POMP_Masked_end(__pomp_rd(1)); }
#pragma omp masked filter(omp_get_num_threads() - 1)
    n++;
  }
// CHECK:      #pragma omp parallel        default(none) shared(n) firstprivate(d)
// CHECK:      { __POMP_Parallel_begin(__pomp_rd_of(2));
// CHECK:      #pragma omp          masked {{ *}}filter(0)
// CHECK-NEXT: # [[#]]
// CHECK-NEXT: { if (__POMP_Masked_begin) __POMP_Masked_begin(__pomp_rd_of(2));
// CHECK:      if (__POMP_Masked_end) __POMP_Masked_end(__pomp_rd_of(2)); } __POMP_Barrier_enter(__pomp_rd_of(2));
#pragma omp parallel masked default(none) shared(n) firstprivate(d) filter(0)
  n += d;
// CHECK:      #pragma omp parallel        reduction(+ : n)
// CHECK:      #pragma omp          master
// CHECK-NEXT: # [[#]]
// CHECK-NEXT: { __POMP_Master_begin(__pomp_rd(3));
#pragma omp parallel master reduction(+ : n)
  n++;
  printf("%d line %d\n", n, __LINE__);
  return 0;
}
