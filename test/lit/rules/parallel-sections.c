// parallel sections is rewritten as parallel for is, with the calls of each section.
// RUN: %emit %s && %check
// RUN: %same --both --regions 3 %s -- -Wall -Wextra -pedantic -Werror
#include <stdio.h>

int main(void) {
  int a = 0, b = 0, s = 0;
// CHECK:      {"parallelsections", "", 2,
// CHECK-NEXT: {"parallelsections", "", 2,
// CHECK-NEXT: {"parallelsections", "", 2,
// CHECK-LABEL: int main
// CHECK:      { __POMP_Parallel_fork(__pomp_rd_of(0));
// CHECK:      #pragma omp parallel          num_threads(2) default(none) shared(a, b) {{ *}}shared(s)
// CHECK:      { __POMP_Parallel_begin(__pomp_rd_of(0)); __POMP_Sections_enter(__pomp_rd_of(0));
// CHECK:      #pragma omp          sections {{ *}}reduction(+ : s) nowait
#pragma omp parallel sections num_threads(2) default(none) shared(a, b) reduction(+ : s)
  {
// CHECK:      { __POMP_Section_begin(__pomp_rd_of(1));
    {
      a = 1;
      s++;
    }
// CHECK:      __POMP_Section_end(__pomp_rd_of(1)); }
#pragma omp section
// CHECK:      { __POMP_Section_begin(__pomp_rd_of(2));
    {
      b = 2;
      s++;
    }
// CHECK:      __POMP_Section_end(__pomp_rd_of(2)); }
  }
// CHECK:      __POMP_Barrier_enter(__pomp_rd_of(0)); if (__POMP_num_threads() > 1) { _Pragma("omp barrier") } __POMP_Barrier_exit(__pomp_rd_of(0)); __POMP_Sections_exit(__pomp_rd_of(0)); __POMP_Parallel_end(__pomp_rd_of(0)); } __POMP_Parallel_join(__pomp_rd_of(0)); }
  printf("%d %d %d line %d\n", a, b, s, __LINE__);
  return 0;
}
