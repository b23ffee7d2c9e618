// Loops, sections and single, combined and not, with and without their barriers, have the events that OPARI2 gives them.
// REQUIRES: opari2
// RUN: rm -rf %t && mkdir %t && cd %t && %python %S/Inputs/counts.py %s %clang %plugin | FileCheck %s
// CHECK: counts are the same
#include <stdio.h>

static long sum;
static int n = 6, shared_last;

static void add(long value) {
#pragma omp atomic
  sum += value;
}

int main(void) {
  int i;
#pragma omp parallel
  {
#pragma omp for schedule(dynamic, 2)
    for (i = 0; i < n; i++)
      add(i);
#pragma omp for nowait
    for (i = 0; i < n; i++)
      add(i);
#pragma omp sections
    {
#pragma omp section
      add(100);
#pragma omp section
      {
        add(200);
        add(300);
      }
    }
#pragma omp single
    add(1000);
#pragma omp single nowait
    {
      add(2000);
    }
#pragma omp for lastprivate(shared_last)
    for (i = 0; i < n; i++)
      shared_last = i;
#pragma omp for nowait lastprivate(shared_last)
    for (i = 0; i < n; i++)
      shared_last = i;
    int copied;
#pragma omp single copyprivate(copied)
    copied = 3;
    add(copied);
  }
#pragma omp parallel for num_threads(2) reduction(+ : sum) schedule(static, n * 1)
  for (i = 0; i < n; i++)
    sum += i;
#pragma omp parallel sections if (n > 100)
  {
#pragma omp section
    add(1);
#pragma omp section
    add(2);
  }
#pragma omp parallel for ordered schedule(static, 1)
  for (i = 0; i < n; i++) {
#pragma omp ordered
    add(i);
  }
#pragma omp parallel for collapse(2) if (n) default(none) shared(n, sum)
  for (i = 0; i < 3; i++)
    for (int j = 0; j < 2; j++)
      add(i * j);
  int last = 0;
#pragma omp parallel for lastprivate(last)
  for (i = 0; i < n; i++)
    last = i;
  add(last);
  printf("%ld\n", sum);
  return 0;
}
