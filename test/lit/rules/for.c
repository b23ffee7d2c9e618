// for has enter and exit around it; it gets nowait and an explicit barrier in the place of the implicit one, where OpenMP allows.
// RUN: %emit %s && %check
// RUN: %same --both %s -- -Wall -Wextra -pedantic -Werror
#include <stdio.h>

static int a[100];

int main(void) {
  int last = 0, sum = 0;
#pragma omp parallel
  {
// CHECK:      { __POMP_For_enter(__pomp_rd(1));
// CHECK-NEXT: # [[#]]
// CHECK-NEXT: #pragma omp for schedule(static, 3) nowait /* a comment */ // another
#pragma omp for schedule(static, 3) /* a comment */ // another
    for (int i = 0; i < 100; i++)
      a[i] = i;
// CHECK:      __POMP_Barrier_enter(__pomp_rd(1)); _Pragma("omp barrier") __POMP_Barrier_exit(__pomp_rd(1)); __POMP_For_exit(__pomp_rd(1)); }

// The user has written nowait: there is no barrier.
// CHECK:      { __POMP_For_enter(__pomp_rd(2));
// CHECK:      #pragma omp for nowait reduction(+ : sum)
// CHECK-NOT:  Barrier
// CHECK:      }
// CHECK-NEXT: # [[#]]
// CHECK-NEXT: __POMP_For_exit(__pomp_rd(2)); }
#pragma omp for nowait reduction(+ : sum)
    for (int i = 0; i < 100; i++) {
      sum += a[i] - a[i];
    }

// lastprivate keeps Clang's implicit barrier even with nowait: the loop is measured as it is.
// CHECK:      #pragma omp for lastprivate(last){{$}}
// CHECK-NOT:  Barrier
// CHECK:      __POMP_For_exit(__pomp_rd(3)); }
#pragma omp for lastprivate(last)
    for (int i = 0; i < 100; i++)
      last = a[i];

// A cancelled loop may have no nowait; the cancel may be anywhere inside.
// CHECK:      #pragma omp for schedule(dynamic){{$}}
// CHECK-NOT:  Barrier
// CHECK:      __POMP_For_exit(__pomp_rd(4)); }
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 10; i++) {
      if (a[i] < 0) {
#pragma omp cancel for
      }
    }

// ordered(n) is measured without; nested loops of collapse stay together.
// CHECK:      #pragma omp for collapse(2) nowait
// CHECK-NEXT: for (int i
// CHECK-NEXT: for (int j
#pragma omp for collapse(2)
    for (int i = 0; i < 10; i++)
      for (int j = 0; j < 10; j++)
        a[10 * i + j] += j;
  }
  int s = 0;
  for (int i = 0; i < 100; i++)
    s += a[i];
  printf("%d %d %d line %d\n", s, last, sum, __LINE__);
  return 0;
}
