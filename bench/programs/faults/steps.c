/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Nothing is wrong with this program, whose members meet after each short loop: what is wrong is how it is run, with
 * more threads than processors (table.json). */
#include "work.h"

static double values[2][1024];

int main(int argc, char **argv) {
  int n = given(argc, argv, 1024);
#pragma omp parallel
  for (int step = 0; step < 1000; step++) {
#pragma omp for // the fault
    for (int i = 0; i < n; i++)
      values[(step + 1) % 2][i] = compute(300, values[step % 2][n - 1 - i]);
  }
  printf("%.6f\n", values[0][0]);
  return 0;
}
