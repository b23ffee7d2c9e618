/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Each step has a buffer of its own, and the kernel has to give each page of it anew. The fix keeps the buffer. */
#include "work.h"

int main(int argc, char **argv) {
  int n = 5 << 20, steps = given(argc, argv, 60);
  double sum = 0;
  double *kept = malloc((size_t)n * sizeof *kept);
  for (int step = 0; step < steps; step++) {
    double *buffer = CHOICE(malloc((size_t)n * sizeof *buffer), kept);
#pragma omp parallel for // the fault
    for (int i = 0; i < n; i++)
      buffer[i] = i * 0.5 + step;
    sum += buffer[n / 2];
#ifndef FIXED
    free(buffer);
#endif
  }
  free(kept);
  printf("%.1f\n", sum);
  return 0;
}
