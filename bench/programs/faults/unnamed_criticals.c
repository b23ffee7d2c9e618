/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Two sums have nothing to do with each other, but their criticals have no name, and so share one lock. The fix gives
 * each a name. */
#include "work.h"

static double sums[2];

int main(int argc, char **argv) {
  int n = given(argc, argv, 100000);
#pragma omp parallel sections
  {
#pragma omp section
    for (int i = 0; i < n; i++) {
#ifdef FIXED
#pragma omp critical(first)
#else
#pragma omp critical // the fault
#endif
      sums[0] = compute(1000, sums[0]);
    }
#pragma omp section
    for (int i = 0; i < n; i++) {
#ifdef FIXED
#pragma omp critical(second)
#else
#pragma omp critical // the fault
#endif
      sums[1] = compute(1000, sums[1]);
    }
  }
  printf("%.6f\n", sums[0] + sums[1]);
  return 0;
}
