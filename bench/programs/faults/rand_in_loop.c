/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* All threads draw their numbers from rand(), which has one state and one lock. The fix has a state for each. */
#include "work.h"

int main(int argc, char **argv) {
  int n = given(argc, argv, 4000000);
  long inside = 0;
#pragma omp parallel reduction(+ : inside)
  {
    unsigned own = 12345;
    (void)own;
#pragma omp for // the fault
    for (int i = 0; i < n; i++) {
      double x = (double)CHOICE(rand(), rand_r(&own)) / RAND_MAX, y = (double)CHOICE(rand(), rand_r(&own)) / RAND_MAX;
      inside += x * x + y * y <= 1;
    }
  }
  printf("pi is %.1f\n", 4.0 * (double)inside / n);
  return 0;
}
