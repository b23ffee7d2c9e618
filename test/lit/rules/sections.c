// sections is rewritten as for is; each section has begin and end with the descriptor of its sections construct, the unmarked first
// one too, and the descriptor counts them.
// RUN: %emit %s && %check
// RUN: %same --both --regions 4 %s -- -Wall -Wextra -pedantic -Werror
#include <stdio.h>

int main(void) {
  int a = 0, b = 0, c = 0;
// CHECK: {"sections", "", 3, "{{.*}}", [[#]], [[#]], [[#]], [[#]], {0, 0, 0, 0}, 0, "main", __POMP_RD_VERSION, 0},
// CHECK: {"sections", "", 1,
// CHECK-LABEL: int main
#pragma omp parallel
  {
// CHECK:      { __POMP_Sections_enter(__pomp_rd(1));
// CHECK:      #pragma omp sections nowait
#pragma omp sections
    {
// CHECK:      { __POMP_Section_begin(__pomp_rd(1));
// CHECK-NEXT: # [[#]]
// CHECK-NEXT: a = 1;
      a = 1;
// CHECK:      __POMP_Section_end(__pomp_rd(1)); }
// CHECK-NEXT: # [[#]]
// CHECK-NEXT: #pragma omp section
#pragma omp section
// CHECK:      { __POMP_Section_begin(__pomp_rd(1));
      {
        b = 2;
      }
// CHECK:      __POMP_Section_end(__pomp_rd(1)); }
#pragma omp section
      if (c)
        c = 2;
      else
        c = 3;
    }
// CHECK:      __POMP_Barrier_enter(__pomp_rd(1)); _Pragma("omp barrier") __POMP_Barrier_exit(__pomp_rd(1)); __POMP_Sections_exit(__pomp_rd(1)); }

// A directive is a section, with nowait by the user.
// CHECK:      #pragma omp sections nowait
#pragma omp sections nowait
    {
#pragma omp section
// CHECK:      { __POMP_Section_begin(__pomp_rd(2)); { __POMP_Critical_enter(__pomp_rd(3));
#pragma omp critical
      a++;
// CHECK:      __POMP_Critical_exit(__pomp_rd(3)); } __POMP_Section_end(__pomp_rd(2)); }
// CHECK-NOT:  Barrier_enter(__pomp_rd(2))
    }
  }
  printf("%d %d %d line %d\n", a, b, c, __LINE__);
  return 0;
}
