/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* All that an iteration computes is inside of ordered. The fix keeps the results, and has their sum in order after
 * the loop. */
#include "work.h"

static double results[20000];

int main(int argc, char **argv) {
  int n = given(argc, argv, 20000);
  double sum = 0;
#ifdef FIXED
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < n; i++)
    results[i] = compute(10000, i);
  for (int i = 0; i < n; i++)
    sum += results[i];
#else
#pragma omp parallel for ordered schedule(static, 1)
  for (int i = 0; i < n; i++) {
#pragma omp ordered // the fault
    sum += results[i] = compute(10000, i);
  }
#endif
  printf("%.6f\n", sum);
  return 0;
}
