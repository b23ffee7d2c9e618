/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Nothing is wrong with this program: what is wrong is how it is run (table.json). */
#include "work.h"

int main(int argc, char **argv) {
  int n = given(argc, argv, 2000);
  double sum = 0;
  for (int step = 0; step < 200; step++) {
#pragma omp parallel for reduction(+ : sum) // the fault
    for (int i = 0; i < n; i++)
      sum += compute(1000, i);
  }
  printf("%.6f\n", sum);
  return 0;
}
