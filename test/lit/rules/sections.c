// sections is rewritten as for is; each section has begin and end with a descriptor of its own, the unmarked first one too. It has
// the lines of the section, and like that of the construct it counts the sections.
// RUN: %emit %s && %check
// RUN: %same --both --regions 8 %s -- -Wall -Wextra -pedantic -Werror
#include <stdio.h>

int main(void) {
  int a = 0, b = 0, c = 0;
// CHECK:      {"sections", "", 3, "{{.*}}", 20, 20, 40, 40, {0, 0, 0, 0}, 0, "main", __POMP_RD_VERSION, 0, "", 0, 0, 0, 0},
// CHECK-NEXT: {"sections", "", 3, "{{.*}}", 25, 25, 25, 25, {0, 0, 0, 0}, 0, "main", __POMP_RD_VERSION, 0, "", 0, 0, 0, 0},
// CHECK-NEXT: {"sections", "", 3, "{{.*}}", 29, 29, 33, 33,
// CHECK-NEXT: {"sections", "", 3, "{{.*}}", 35, 35, 39, 39,
// CHECK-NEXT: {"sections", "", 1, "{{.*}}", 45, 45, 53, 53,
// CHECK-NEXT: {"sections", "", 1, "{{.*}}", 47, 47, 50, 50,
// CHECK-LABEL: int main
#pragma omp parallel
  {
// CHECK:      { __POMP_Sections_enter(__pomp_rd(1));
// CHECK:      #pragma omp sections nowait
#pragma omp sections
    {
// CHECK:      { __POMP_Section_begin(__pomp_rd(2));
// CHECK-NEXT: # [[#]]
// CHECK-NEXT: a = 1;
      a = 1;
// CHECK:      __POMP_Section_end(__pomp_rd(2)); }
// CHECK-NEXT: # [[#]]
// CHECK-NEXT: #pragma omp section
#pragma omp section
// CHECK:      { __POMP_Section_begin(__pomp_rd(3));
      {
        b = 2;
      }
// CHECK:      __POMP_Section_end(__pomp_rd(3)); }
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
// CHECK:      { __POMP_Section_begin(__pomp_rd(6)); { __POMP_Critical_enter(__pomp_rd(7));
#pragma omp critical
      a++;
// CHECK:      __POMP_Critical_exit(__pomp_rd(7)); } __POMP_Section_end(__pomp_rd(6)); }
// CHECK-NOT:  Barrier_enter(__pomp_rd(5))
    }
  }
  printf("%d %d %d line %d\n", a, b, c, __LINE__);
  return 0;
}
