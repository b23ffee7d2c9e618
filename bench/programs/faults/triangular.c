/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Later iterations take longer, and each member has a block of them. The fix deals them out. */
#include "work.h"

static double values[1000];

int main(int argc, char **argv) {
  int n = given(argc, argv, 1000);
  for (int step = 0; step < 100; step++) {
#ifdef FIXED
#pragma omp parallel for schedule(dynamic, 8)
#else
#pragma omp parallel for schedule(static) // the fault
#endif
    for (int i = 0; i < n; i++)
      values[i] = compute(4 * i, values[i]);
  }
  printf("%.6f\n", values[n / 2]);
  return 0;
}
