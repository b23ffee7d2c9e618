// parallel has fork and join outside, begin and end inside, an explicit barrier with the region's own descriptor before
// its end. The block may be any statement.
// RUN: %emit %s && %check
// RUN: %same --both --regions 5 %s -- -Wall -Wextra -pedantic -Werror
#include <omp.h>
#include <stdio.h>

int main(void) {
  int n = 0, m = 0;
// CHECK:      {"parallel", "", 0, "{{.*}}parallel.c", 17, 18, 24, 24, {0, 0, 0, 0}, 0, "main", __POMP_RD_VERSION, 0, "num_threads(4) reduction(+: n)", __POMP_RD_HAS_NUM_THREADS, 4, 0, 0},

// CHECK-LABEL: int main(void)
// CHECK:      # [[#@LINE+4]] "{{.*}}" 3
// CHECK-NEXT: { __POMP_Parallel_fork(__pomp_rd(0));
// CHECK-NEXT: # [[#@LINE+2]] "{{[^"]*}}"
// CHECK-NEXT: #pragma omp parallel num_threads(4) {{.$}}
#pragma omp parallel num_threads(4) \
    reduction(+ : n)
  // CHECK:      { __POMP_Parallel_begin(__pomp_rd(0));
  // CHECK-NEXT: # [[#@LINE+1]]
  {
    n++;
    // CHECK:      __POMP_Barrier_enter(__pomp_rd(0)); if (__POMP_num_threads() > 1) { _Pragma("omp barrier") } __POMP_Barrier_exit(__pomp_rd(0)); __POMP_Parallel_end(__pomp_rd(0)); } __POMP_Parallel_join(__pomp_rd(0)); }
  }

// One statement without braces is the whole branch of an if with an else.
// CHECK:      if (n < 0)
// CHECK-NEXT: # [[#]]
// CHECK-NEXT: { __POMP_Parallel_fork(__pomp_rd(1));
// CHECK:      #pragma omp parallel
// CHECK:      { __POMP_Parallel_begin(__pomp_rd(1));
// CHECK:      m++;
// CHECK:      __POMP_Parallel_join(__pomp_rd(1)); }
// CHECK-NEXT: # [[#]]
// CHECK-NEXT: else
  if (n < 0)
#pragma omp parallel
    m++;
  else
#pragma omp parallel num_threads(1)
    if (n > 100)
      m--;
    else
      m += 10;

// Nested, directive upon directive: one brace closes after the other.
// CHECK: __POMP_Parallel_end(__pomp_rd(4)); } __POMP_Parallel_join(__pomp_rd(4)); } __POMP_Barrier_enter(__pomp_rd(3));
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
  for (int i = 0; i < 1; i++)
#pragma omp atomic
    m++;
  printf("%d %d line %d\n", n > 0, m > 10, __LINE__);
  return 0;
}
