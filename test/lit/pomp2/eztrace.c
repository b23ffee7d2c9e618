// EZTrace's module for OpenMP takes the calls: otf2-print finds the same regions in its trace as with OPARI2.
// REQUIRES: opari2, eztrace
// RUN: rm -rf %t && mkdir %t && cd %t && %python %S/Inputs/eztrace.py %s %clang %plugin %build/test/eztrace | FileCheck %s
// CHECK: events of {{[0-9]+}} regions are the same
#include <omp.h>
#include <stdio.h>

int main(void) {
  long sum = 0;
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel num_threads(2) reduction(+ : sum)
  {
#pragma omp for schedule(static)
    for (int i = 0; i < 8; i++)
      sum += i;
#pragma omp critical(update)
    sum++;
#pragma omp barrier
#pragma omp single
    {
      for (int t = 0; t < 3; t++) {
#pragma omp task firstprivate(t)
        {
#pragma omp atomic
          sum += t;
        }
      }
#pragma omp taskwait
    }
    omp_set_lock(&lock);
    sum++;
    omp_unset_lock(&lock);
  }
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    sum++;
#pragma omp section
    ;
  }
  omp_destroy_lock(&lock);
  printf("%s\n", sum ? "done" : "nothing");
  return 0;
}
