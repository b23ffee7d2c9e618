/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Each member has rows of its own, and member 0 has three quarters of them: the others wait at the barrier, each step.
 * The fix gives each the same number of rows. */
#include "work.h"
#include <omp.h>

enum { ROWS = 400, STEPS = 500 };
static double rows[2][ROWS];

int main(void) {
#pragma omp parallel
  {
    int me = omp_get_thread_num(), size = omp_get_num_threads();
    int first = CHOICE(ROWS * 3 / 4, ROWS / size), rest = ROWS - first;
    int from = me == 0 ? 0 : first + rest * (me - 1) / (size - 1);
    int to = me == 0 ? first : first + rest * me / (size - 1);
    for (int step = 0; step < STEPS; step++) {
      for (int i = from; i < to; i++)
        rows[(step + 1) % 2][i] = compute(1000, rows[step % 2][(i + 1) % ROWS]);
#pragma omp barrier // the fault
    }
  }
  printf("%.6f\n", rows[0][ROWS / 2]);
  return 0;
}
