/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* share_held.c - does one kind of construct on all threads, for bench/share: the kinds that are held out. They were
 * written after the costs were chosen: do not choose costs by them, but write others. */
#include "share.h"

static omp_lock_t outer, inner;
static long sum;
static double values[4000];

static void taskloops(int n) {
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(2)
  for (int i = 0; i < n; i++)
    work(200);
}
static void nested_locks(int n) {
#pragma omp parallel
  for (int i = 0; i < n; i++) {
    work(400);
    omp_set_lock(&outer);
    omp_set_lock(&inner);
    sum++;
    omp_unset_lock(&inner);
    omp_unset_lock(&outer);
  }
}
static void ordered_loop(int n) {
#pragma omp parallel for ordered schedule(static, 1)
  for (int i = 0; i < n; i++) {
    work(300);
#pragma omp ordered
    sum++;
  }
}
static void guided_loops(int n) {
#pragma omp parallel
  for (int k = 0; k < n; k++) {
#pragma omp for schedule(guided)
    for (int i = 0; i < 100; i++)
      work(60);
  }
}
static void reductions(int n) {
  double total = 0;
  for (int k = 0; k < n; k++) {
#pragma omp parallel for reduction(+ : total)
    for (int i = 0; i < 4000; i++)
      total += values[i];
  }
  sum = (long)total;
}
static long sum_of(int from, int to) {
  long left, right;
  if (to - from < 8) {
    work(100);
    return to - from;
  }
#pragma omp task shared(left)
  left = sum_of(from, (from + to) / 2);
  right = sum_of((from + to) / 2, to);
#pragma omp taskwait
  return left + right;
}
static void halves(int n) {
#pragma omp parallel
#pragma omp single
  sum = sum_of(0, n);
}
static void long_criticals(int n) {
#pragma omp parallel
  for (int i = 0; i < n; i++) {
    work(150);
#pragma omp critical(held)
    work(150);
  }
}
static void singles(int n) {
#pragma omp parallel
  for (int i = 0; i < n; i++) {
    work(100);
#pragma omp single
    sum++;
  }
}

int main(int argc, char **argv) {
  static const struct kind kinds[] = {{"taskloop", taskloops, 600},           {"nested-locks", nested_locks, 200},
                                      {"ordered", ordered_loop, 400},         {"guided", guided_loops, 40},
                                      {"reduction", reductions, 60},          {"halves", halves, 2000},
                                      {"long-critical", long_criticals, 300}, {"single", singles, 300}};
  omp_init_lock(&outer);
  omp_init_lock(&inner);
  return share_main(kinds, sizeof kinds / sizeof *kinds, argc, argv);
}
