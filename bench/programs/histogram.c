/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* histogram.c - draws numbers, works on each for a microsecond or two, and counts it in a shared table, in a critical
 * section for each number. Usage: histogram [ITEMS]. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { BINS = 64, WORK = 600 };
static long bins[BINS];

static uint64_t step(uint64_t x) {
  x ^= x << 13;
  x ^= x >> 7;
  return x ^ x << 17;
}

int main(int argc, char **argv) {
  long items = argc > 1 ? atol(argv[1]) : 300000;
  if (items < 0)
    return 2;
#pragma omp parallel
  {
#pragma omp for
    for (long i = 0; i < items; i++) {
      uint64_t x = (uint64_t)i * 0x9e3779b97f4a7c15u + 1;
      for (int k = 0; k < WORK; k++)
        x = step(x);
#pragma omp critical(table)
      {
        bins[x % BINS]++;
      }
    }
  }
  uint64_t sum = 0;
  for (int i = 0; i < BINS; i++)
    sum = step(sum + (uint64_t)bins[i]);
  printf("%llx\n", (unsigned long long)sum);
  return 0;
}
