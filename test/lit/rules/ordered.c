// ordered has enter, begin, end, exit as critical; the functions are beyond the paper, so they are called only if there.
// RUN: %emit %s && %check
// RUN: %same --both --regions 2 %s -- -Wall -Wextra -pedantic -Werror
#include <stdio.h>

int main(void) {
// CHECK: extern void __POMP_Ordered_begin(struct __ompregdescr *) __attribute__((__weak__));
// CHECK-LABEL: int main
#pragma omp parallel for ordered schedule(dynamic)
  for (int i = 0; i < 10; i++) {
// CHECK:      { if (__POMP_Ordered_enter) __POMP_Ordered_enter(__pomp_rd(1));
// CHECK:      #pragma omp ordered
// CHECK:      { if (__POMP_Ordered_begin) __POMP_Ordered_begin(__pomp_rd(1));
// CHECK:      printf
// CHECK:      if (__POMP_Ordered_end) __POMP_Ordered_end(__pomp_rd(1)); } if (__POMP_Ordered_exit) __POMP_Ordered_exit(__pomp_rd(1)); }
#pragma omp ordered
    printf("%d\n", i);
  }
  printf("line %d\n", __LINE__);
  return 0;
}
