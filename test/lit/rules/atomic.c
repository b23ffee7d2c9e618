// atomic has enter and exit around it; the statement stays the directive's direct child, in every form.
// RUN: %emit %s && %check
// RUN: %same --both --regions 7 %s -- -Wall -Wextra -pedantic -Werror
#include <stdio.h>

int main(void) {
  int n = 0, v = 0, w = 0, e = 0;
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 10; i++) {
// CHECK:      { __POMP_Atomic_enter(__pomp_rd(1));
// CHECK-NEXT: # [[#]]
// CHECK-NEXT: #pragma omp atomic
// CHECK-NEXT: n++;
// CHECK-NEXT: # [[#]]
// CHECK-NEXT: __POMP_Atomic_exit(__pomp_rd(1)); }
#pragma omp atomic
    n++;
#pragma omp atomic read
    v = n;
#pragma omp atomic write
    w = 7;
// CHECK:      #pragma omp atomic capture
// CHECK-NEXT: {
// CHECK-NEXT: e = v;
// CHECK-NEXT: v = 3;
// CHECK-NEXT: }
// CHECK:      __POMP_Atomic_exit(__pomp_rd(4)); }
#pragma omp atomic capture
    {
      e = v;
      v = 3;
    }
#pragma omp atomic update seq_cst
    n += 2;
#pragma omp atomic compare
    if (w == 7) { w = 8; }
  }
  printf("%d %d %d %d line %d\n", n, v == 3 || v >= 0, w >= 7, e >= 0, __LINE__);
  return 0;
}
