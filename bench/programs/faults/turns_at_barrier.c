/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* In each step another member has more to do, and all wait for it at a barrier, though each has data of its own. The
 * fix has no barrier in the loop. */
#include "work.h"
#include <omp.h>

enum { STEPS = 400 };
static double own[64][16];

int main(void) {
#pragma omp parallel
  {
    int me = omp_get_thread_num(), size = omp_get_num_threads();
    for (int step = 0; step < STEPS; step++) {
      own[me][0] = compute(step % size == me ? 500000 : 50000, own[me][0]);
#ifndef FIXED
#pragma omp barrier // the fault
#endif
    }
  }
  printf("%.6f\n", own[0][0]);
  return 0;
}
