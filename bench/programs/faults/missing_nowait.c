/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A member has too much of the first loop, and the others have too much of the second one; they share no data: the
 * barrier between them makes everybody wait twice. The fix is nowait. */
#include "work.h"

enum { STEPS = 100 };
static double up[1000], down[1000];

int main(int argc, char **argv) {
  int n = given(argc, argv, 1000);
#pragma omp parallel
  for (int step = 0; step < STEPS; step++) {
#ifdef FIXED
#pragma omp for schedule(static) nowait
#else
#pragma omp for schedule(static) // the fault
#endif
    for (int i = 0; i < n; i++)
      up[i] = compute(4 * i, up[i]);
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      down[i] = compute(4 * (n - i), down[i]);
  }
  printf("%.6f\n", up[1] + down[1]);
  return 0;
}
