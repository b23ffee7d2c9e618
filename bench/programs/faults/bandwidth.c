/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Four passes go over arrays that no cache holds. The fix makes one pass of them. */
#include "work.h"

int main(int argc, char **argv) {
  int n = given(argc, argv, 12 << 20);
  float *a = malloc((size_t)n * sizeof *a), *b = malloc((size_t)n * sizeof *b);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = b[i] = (float)(i % 7);
  for (int step = 0; step < 30; step++) {
#ifdef FIXED
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int pass = 0; pass < 4; pass++)
        a[i] = a[i] * 0.5f + b[i];
#else
    for (int pass = 0; pass < 4; pass++) {
#pragma omp parallel for // the fault
      for (int i = 0; i < n; i++)
        a[i] = a[i] * 0.5f + b[i];
    }
#endif
  }
  printf("%.6f\n", a[n / 2]);
  free(a);
  free(b);
  return 0;
}
