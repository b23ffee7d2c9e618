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
      double x = CHOICE(rand(), rand_r(&own)); // the fault
      double y = CHOICE(rand(), rand_r(&own));
      inside += x * x + y * y <= (double)RAND_MAX * RAND_MAX;
    }
  }
  printf("pi is %.1f\n", 4.0 * (double)inside / n);
  return 0;
}
