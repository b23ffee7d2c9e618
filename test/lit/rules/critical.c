// critical has enter and exit outside, begin and end inside; its name is in sub_name.
// RUN: %emit %s && %check
// RUN: %same --both --regions 4 %s -- -Wall -Wextra -pedantic -Werror
#include <stdio.h>

int main(void) {
  int n = 0, m = 0;
// CHECK: {"critical", "", 0, "{{.*}}critical.c", [[#]], [[#]], [[#]], [[#]],
// CHECK: {"critical", "m_lock", 0,
// CHECK: {"critical", "hinted", 0,
// CHECK-LABEL: int main
#pragma omp parallel num_threads(3)
  {
// CHECK:      { __POMP_Critical_enter(__pomp_rd(1));
// CHECK:      #pragma omp critical
// CHECK:      { __POMP_Critical_begin(__pomp_rd(1));
// CHECK:      n++;
// CHECK:      __POMP_Critical_end(__pomp_rd(1)); } __POMP_Critical_exit(__pomp_rd(1)); }
#pragma omp critical
    n++;
#pragma omp critical(m_lock)
    {
      m++;
// CHECK:      { __POMP_Critical_enter(__pomp_rd(3));
#pragma omp critical(hinted) hint(0)
      for (int i = 0; i < 2; i++)
        m++;
    }
  }
  printf("%d %d line %d\n", n, m, __LINE__);
  return 0;
}
