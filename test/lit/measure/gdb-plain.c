// The commands of pomp-gdb.py of a program that is not instrumented: its OpenMP runtime tells of its threads, teams and tasks, while it runs and
// of a core file, if it was built with OMPD; a line says why if it was not, and what only a measurement tells.
// REQUIRES: all, libomp-ompd
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s a.c && %clang -fopenmp -O1 -g -Wall -Werror a.c -o a
// RUN: %python %S/Inputs/gdb-plain.py %gdb_script %build/test/libomp/ompd ./a
#include <omp.h>
#include <stdio.h>
#include <unistd.h>

static int inside;

/* Three threads come; then the program says so, and stays. */
static __attribute__((noinline)) void stay(void) {
  int n;
#pragma omp atomic
  inside++;
  do {
#pragma omp atomic read
    n = inside;
  } while (n < 3);
  if (omp_get_ancestor_thread_num(1) == 0) {
    puts("there");
    fflush(stdout);
  }
  for (;;)
    pause();
}

int main(void) {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2) /* outer */
  {
    if (omp_get_thread_num() == 1) {
#pragma omp parallel num_threads(2) /* inner */
      stay();
    } else {
#pragma omp task if (0) /* alone */
      stay();
    }
  }
  return 0;
}
