/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The lock guards one sum, and is held while the value is computed. The fix computes before it takes the lock. */
#include "work.h"
#include <omp.h>

int main(int argc, char **argv) {
  int n = given(argc, argv, 20000);
  double sum = 0;
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#ifdef FIXED
    double x = compute(10000, i);
    omp_set_lock(&lock);
    sum += x;
#else
    omp_set_lock(&lock); // the fault
    sum += compute(10000, i);
#endif
    omp_unset_lock(&lock);
  }
  omp_destroy_lock(&lock);
  printf("%.3f\n", sum);
  return 0;
}
