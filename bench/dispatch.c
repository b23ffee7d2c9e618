/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* dispatch.c - measures how long a team takes to deal out one chunk of a loop with schedule(dynamic), whose iterations
 * do nothing. Not here: for how many threads (bench/dispatch builds and runs this). It prints the ns from one chunk to
 * the next, of the whole team, as the median over rounds. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 31, CHUNKS = 100000 };

static int by_value(const void *x, const void *y) {
  double a = *(const double *)x, b = *(const double *)y;
  return (a > b) - (a < b);
}

int main(void) {
  double ns[ROUNDS];
  for (int round = 0; round < ROUNDS; round++) {
    double begin = 0;
#pragma omp parallel
    {
#pragma omp barrier
#pragma omp master
      begin = omp_get_wtime();
#pragma omp for schedule(dynamic, 1)
      for (int i = 0; i < CHUNKS; i++)
        __asm__ volatile("" ::: "memory");
    }
    ns[round] = (omp_get_wtime() - begin) * 1e9 / CHUNKS;
  }
  qsort(ns, ROUNDS, sizeof *ns, by_value);
  printf("%.1f\n", ns[ROUNDS / 2]);
  return 0;
}
