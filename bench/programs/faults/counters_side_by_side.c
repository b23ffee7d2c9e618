/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Each thread has a counter, and all counters are in one cache line. The fix puts each in a line of its own. */
#include "work.h"
#include <omp.h>

enum { APART = CHOICE(1, 32) };
static long counts[64 * 32], values[1 << 16];

int main(int argc, char **argv) {
  int n = given(argc, argv, 1 << 16);
  for (int i = 0; i < n; i++)
    values[i] = i % 3;
  long *count = counts;
#pragma omp parallel
  for (int step = 0; step < 1500; step++) {
#pragma omp for nowait // the fault
    for (int i = 0; i < n; i++)
      count[omp_get_thread_num() * APART] += values[i]; // the fault
  }
  long sum = 0;
  for (int i = 0; i < 64 * 32; i++)
    sum += counts[i];
  printf("%ld\n", sum);
  return 0;
}
