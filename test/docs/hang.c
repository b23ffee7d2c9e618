/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hang.c - the program of docs/report.md that hangs: two threads enter two critical sections in two orders. */
#include <omp.h>
#include <unistd.h>
static volatile int inside; /* how many threads are in their first section */

static void both_are_inside(void) {
  __atomic_add_fetch(&inside, 1, __ATOMIC_SEQ_CST);
  while (inside < 2)
    ;
}

int main(void) {
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
#pragma omp critical(A)
      {
        both_are_inside(), usleep(200000); /* the other one waits first */
#pragma omp critical(B)
        inside++;
      }
    } else {
#pragma omp critical(B)
      {
        both_are_inside();
#pragma omp critical(A)
        inside++;
      }
    }
  }
  return 0;
}
