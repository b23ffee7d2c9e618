/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* share.c - does one kind of construct on all threads, for bench/share: the kinds by which the costs that depend on
 * other processors were chosen (common/pomp_cost.h). */
#include "share.h"

static omp_lock_t lock;
static long sum;

static void tasks(int n) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; i++) {
#pragma omp task
    work(150);
  }
}
static long fib_of(int n) {
  long x, y;
  if (n < 2)
    return n;
#pragma omp task shared(x)
  x = fib_of(n - 1);
#pragma omp task shared(y)
  y = fib_of(n - 2);
#pragma omp taskwait
  return x + y;
}
static void fib(int n) {
#pragma omp parallel
#pragma omp single
  sum = fib_of(n);
}
static int queens_of(int n, int row, unsigned columns, unsigned left, unsigned right) {
  int found = 0;
  if (row == n)
    return 1;
  for (int c = 0; c < n; c++) {
    const unsigned l = 1u << (row + c), r = 1u << (row - c + n);
    if (columns & 1u << c || left & l || right & r)
      continue;
#pragma omp task shared(found)
    {
      int below = queens_of(n, row + 1, columns | 1u << c, left | l, right | r);
#pragma omp atomic
      found += below;
    }
  }
#pragma omp taskwait
  return found;
}
static void queens(int n) {
#pragma omp parallel
#pragma omp single
  sum = queens_of(n, 0, 0, 0, 0);
}
static void criticals(int n) {
#pragma omp parallel
  for (int i = 0; i < n; i++) {
#pragma omp critical
    sum++;
  }
}
static void critical_work(int n) {
#pragma omp parallel
  for (int i = 0; i < n; i++) {
    work(300);
#pragma omp critical
    sum++;
  }
}
static void locks(int n) {
#pragma omp parallel
  for (int i = 0; i < n; i++) {
    omp_set_lock(&lock);
    sum++;
    omp_unset_lock(&lock);
  }
}
static void forks(int n) {
  for (int i = 0; i < n; i++) {
#pragma omp parallel
    work(100);
  }
}
static double a[4000];
static void forks_for(int n) {
  for (int t = 0; t < n; t++) {
#pragma omp parallel for
    for (int i = 0; i < 4000; i++)
      a[i] += i * 0.5;
  }
}
static void chunks(int n) {
#pragma omp parallel
#pragma omp for schedule(dynamic, 1)
  for (int i = 0; i < n; i++)
    work(100);
}
static void atomics(int n) {
#pragma omp parallel
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    sum++;
  }
}
static void loops(int n) {
#pragma omp parallel
  for (int k = 0; k < n; k++) {
#pragma omp for
    for (int i = 0; i < 20; i++)
      work(100);
  }
}

int main(int argc, char **argv) {
  static const struct kind kinds[] = {{"fib", fib, 12},
                                      {"queens", queens, 6},
                                      {"tasks", tasks, 500},
                                      {"critical", criticals, 1000},
                                      {"critical-work", critical_work, 300},
                                      {"lock", locks, 1000},
                                      {"forks", forks, 200},
                                      {"forks-for", forks_for, 80},
                                      {"chunks", chunks, 1000},
                                      {"atomics", atomics, 10000},
                                      {"loops", loops, 80}};
  omp_init_lock(&lock);
  return share_main(kinds, sizeof kinds / sizeof *kinds, argc, argv);
}
