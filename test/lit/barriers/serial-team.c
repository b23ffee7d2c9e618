// With explicit barriers, a team of one thread has the events of the barrier at the region's end and no barrier beside that one: after
// `target nowait`, libomp 19 with assertions, as Debian builds it, ends the program in such a barrier. Other constructs that end with a
// barrier have it in the plain program, too.
// REQUIRES: default-clang
// RUN: rm -rf %t && mkdir -p %t && cd %t && %clang -fopenmp %s -o plain && ./plain | FileCheck %s
// DEFINE: %{check} = %python %root/test/runtime/Inputs/check.py %pomp_report
// RUN: %pomp_clang --pomp-barriers=explicit %s -o a && env POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a | FileCheck %s
// RUN: %{check} e 'visits("barrier (implicit)", 17) == 1' 'visits("barrier (implicit)", 20) == 1' 'visits("barrier (implicit)", 21) == 2' \
// RUN:   'visits("barrier (implicit)", 23) == 1' 'visits("barrier (implicit)", 26) == 1' 'visits("barrier (implicit)", 29) == 1'
// CHECK: done 4
#include <omp.h>
#include <stdio.h>

int main(void) {
  int n = 0;
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(1)
#pragma omp target nowait
  ;
#pragma omp parallel num_threads(1)
#pragma omp parallel num_threads(2) reduction(+ : n)
  n++;
#pragma omp parallel for num_threads(1) reduction(+ : n)
  for (int i = 0; i < 1; i++)
    n++;
#pragma omp parallel if (0)
#pragma omp target nowait
  ;
#pragma omp parallel sections num_threads(1)
  {
    n++;
  }
  printf("done %d\n", n);
  return 0;
}
