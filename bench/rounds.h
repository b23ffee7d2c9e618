/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rounds.h - how the writers of others are timed: pairs of an enter and a leave, in units of two clock reads that are
 * measured beside them; medians over rounds. Not here: our own, which event-cost.c times in the same way. */
#ifndef BENCH_ROUNDS_H
#define BENCH_ROUNDS_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <x86intrin.h>

enum { ROUNDS = 61, PAIRS = 100000, ALL_PAIRS = (ROUNDS + 1) * PAIRS };

/* CPU time of the thread, in ns: that of other programs does not count. */
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}
static double clock_reads(void) {
  volatile unsigned long long sink;
  double start = now();
  for (int i = 0; i < PAIRS; i++) {
    sink = __rdtsc();
    sink = __rdtsc();
  }
  (void)sink;
  return (now() - start) / PAIRS;
}
static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

/* The row of event-cost's table, without the line's end. `pairs` makes PAIRS of them. */
static void print_rounds(const char *name, void (*pairs)(void *), void *argument) {
  static double ns[ROUNDS], units[ROUNDS];
  for (int round = -1; round < ROUNDS; round++) { /* the first one warms up */
    double unit = clock_reads(), start = now();
    pairs(argument);
    double time = (now() - start) / PAIRS;
    if (round >= 0) {
      ns[round] = time;
      units[round] = time / unit;
    }
  }
  qsort(ns, ROUNDS, sizeof *ns, by_value);
  qsort(units, ROUNDS, sizeof *units, by_value);
  printf("%-40s %6.1f %6.2f  (%.2f to %.2f)       ", name, ns[ROUNDS / 2], units[ROUNDS / 2], units[ROUNDS / 4],
         units[ROUNDS * 3 / 4]);
}

#endif
