/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The loop is shared out if it has a hundred thousand iterations, and it has long ones in their place. The fix asks
 * for what is worth it. */
#include "work.h"

int main(int argc, char **argv) {
  int n = given(argc, argv, 2000);
  double sum = 0;
  for (int step = 0; step < 100; step++) {
#pragma omp parallel for reduction(+ : sum) if (n > CHOICE(100000, 100)) // the fault
    for (int i = 0; i < n; i++)
      sum += compute(1000, i);
  }
  printf("%.6f\n", sum);
  return 0;
}
