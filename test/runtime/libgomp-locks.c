// A nestable lock of libgomp, which has two versions of its routines: some are called by the program itself, some in their place.
// UNSUPPORTED: sanitized
// RUN: %fresh && gcc -Wall -fopenmp -I %include %s -o a %library && timeout 60 ./a
#include "pomp.h"
#include <stdio.h>

static omp_nest_lock_t lock;

/* As often as it can be had by another thread than the one that had it. */
static int others(void) {
  int got = 0;
#pragma omp parallel num_threads(2) reduction(+ : got)
  if (omp_get_thread_num() == 1 && omp_test_nest_lock(&lock)) {
    got = omp_test_nest_lock(&lock);
    omp_unset_nest_lock(&lock);
    omp_unset_nest_lock(&lock);
  }
  return got;
}

int main(void) {
  POMP_Init_nest_lock(&lock);
  POMP_Set_nest_lock(&lock);
  int count = omp_test_nest_lock(&lock), while_held = others();
  omp_unset_nest_lock(&lock);
  omp_unset_nest_lock(&lock);
  int after = others();
  omp_set_nest_lock(&lock);
  POMP_Set_nest_lock(&lock);
  POMP_Unset_nest_lock(&lock);
  POMP_Set_nest_lock(&lock);
  POMP_Set_nest_lock(&lock);
  omp_unset_nest_lock(&lock);
  omp_unset_nest_lock(&lock);
  POMP_Unset_nest_lock(&lock);
  printf("%d %d %d %d\n", count, while_held, after, others());
  return !(count == 2 && while_held == 0 && after == 2 && others() == 2);
}
