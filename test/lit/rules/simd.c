// for simd is a loop like any other; parallel for simd is split; simd is left alone. There is no call in the loop.
// RUN: %emit %s && %check
// RUN: %same --both %s -- -Wall -Wextra -Werror -O2
#include <stdio.h>

int main(void) {
  int a[64], s = 0;
#pragma omp parallel
// CHECK:      { __POMP_For_enter(__pomp_rd(1));
// CHECK:      #pragma omp for simd safelen(8) nowait
// CHECK-NEXT: for
// CHECK-NEXT: a[i] = i;
#pragma omp for simd safelen(8)
  for (int i = 0; i < 64; i++)
    a[i] = i;
// CHECK:      #pragma omp parallel          num_threads(2)
// CHECK:      #pragma omp          for simd {{ *}}simdlen(4) schedule(static, 8) reduction(+ : s) nowait
#pragma omp parallel for simd num_threads(2) simdlen(4) schedule(static, 8) reduction(+ : s)
  for (int i = 0; i < 64; i++)
    s += a[i];
// An if without a modifier holds for both halves, and is evaluated once.
// CHECK:      { const int __pomp_if_3 = (s > 3) ? 1 : 0; __POMP_Parallel_fork(__pomp_rd(3));
// CHECK:      #pragma omp parallel          if(__pomp_if_3 ){{$}}
// CHECK:      #pragma omp          for simd if(__pomp_if_3 ) nowait
#pragma omp parallel for simd if(s > 3)
  for (int i = 0; i < 64; i++)
    a[i]++;
// CHECK:      __POMP_Parallel_join(__pomp_rd(3)); }
// CHECK-NOT:  POMP
// CHECK:      #pragma omp simd
#pragma omp simd
  for (int i = 0; i < 64; i++)
    a[i]++;
  printf("%d %d line %d\n", s, a[5], __LINE__);
  return 0;
}
