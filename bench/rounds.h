/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rounds.h - how pairs of an enter and an exit are timed, ours (event-cost.c) and those of other writers: in units of
 * two clock reads that are measured just beside them, so that a disturbance of the machine meets both; as medians over
 * rounds. Not here: what is timed. */
#ifndef BENCH_ROUNDS_H
#define BENCH_ROUNDS_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#if defined(__x86_64__)
#include <x86intrin.h>
#define CLOCK "time stamp counter"
static inline unsigned long long clock_read(void) { return __rdtsc(); }
#else
#define CLOCK "CLOCK_MONOTONIC"
static inline unsigned long long clock_read(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (unsigned long long)t.tv_sec * 1000000000u + (unsigned long long)t.tv_nsec;
}
#endif

enum { ROUNDS = 61, PAIRS = 100000, ALL_PAIRS = (ROUNDS + 1) * PAIRS };

/* Returns CPU time of the thread, in s: that of other programs does not count. */
static inline double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
static inline double ns_each(double start, int count) { return (now() - start) / count * 1e9; }

/* Measures the unit: the ns that two clock reads take. */
static inline double clock_reads(int unused) {
  (void)unused;
  volatile unsigned long long sink;
  double start = now();
  for (int i = 0; i < PAIRS; i++) {
    sink = clock_read();
    sink = clock_read();
  }
  (void)sink;
  return ns_each(start, PAIRS);
}

/* This is a row of the table: the ns of one pair, by round, and how many units they are. */
struct rounds {
  double ns[ROUNDS], units[ROUNDS];
};

/* Round -1 warms up. */
static inline void rounds_note(struct rounds *r, int round, double ns, double unit) {
  if (round < 0)
    return;
  r->ns[round] = ns;
  r->units[round] = ns / unit;
}

static inline int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

/* Prints the row without the line's end. */
static inline void rounds_print(const char *name, struct rounds *r) {
  qsort(r->ns, ROUNDS, sizeof *r->ns, by_value);
  qsort(r->units, ROUNDS, sizeof *r->units, by_value);
  printf("%-40s %6.1f %6.2f  (%.2f to %.2f)", name, r->ns[ROUNDS / 2], r->units[ROUNDS / 2], r->units[ROUNDS / 4],
         r->units[ROUNDS * 3 / 4]);
}

/* Times what makes PAIRS pairs, and prints its row, with blanks where ours have an aim. */
static inline void print_rounds(const char *name, void (*pairs)(void *), void *argument) {
  static struct rounds r;
  for (int round = -1; round < ROUNDS; round++) {
    double unit = clock_reads(0), start = now();
    pairs(argument);
    rounds_note(&r, round, ns_each(start, PAIRS), unit);
  }
  rounds_print(name, &r);
  printf("       ");
}

#endif
