// libgomp has two versions of its nestable locks' routines: the program itself calls some, the library calls others in their place.
// UNSUPPORTED: sanitized
// REQUIRES: gcc
// RUN: %fresh && gcc -Wall -fopenmp -I %include %s -o a %library && timeout 60 ./a
#include "pomp.h"
#include <stdio.h>

static omp_nest_lock_t lock;

/* Counts how often another thread gets the lock than the one that had it. */
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
