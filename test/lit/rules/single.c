// single has enter and exit by each thread, begin and end by the one that executes it; it has no nowait with copyprivate.
// RUN: %emit %s && %check
// RUN: %same --both --regions 4 %s -- -Wall -Wextra -pedantic -Werror
#include <stdio.h>

int main(void) {
  int n = 0, p = 0;
#pragma omp parallel firstprivate(p)
  {
// CHECK:      { __POMP_Single_enter(__pomp_rd(1));
// CHECK:      #pragma omp single nowait
// CHECK-NEXT: # [[#]]
// CHECK-NEXT: { __POMP_Single_begin(__pomp_rd(1));
// CHECK:      n++;
// CHECK:      __POMP_Single_end(__pomp_rd(1)); } __POMP_Barrier_enter(__pomp_rd(1)); _Pragma("omp barrier") __POMP_Barrier_exit(__pomp_rd(1)); __POMP_Single_exit(__pomp_rd(1)); }
#pragma omp single
    n++;
// CHECK:      #pragma omp single copyprivate(p){{$}}
// CHECK:      __POMP_Single_end(__pomp_rd(2)); } __POMP_Single_exit(__pomp_rd(2)); }
#pragma omp single copyprivate(p)
    {
      p = 5;
    }
    if (p != 5)
      printf("copyprivate lost\n");
// CHECK:      #pragma omp single nowait{{$}}
// CHECK:      __POMP_Single_end(__pomp_rd(3)); } __POMP_Single_exit(__pomp_rd(3)); }
#pragma omp single nowait
    do {
    } while (0);
  }
  printf("%d line %d\n", n, __LINE__);
  return 0;
}
