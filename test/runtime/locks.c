// The lock routines do their work, and are measured; lock-calls.c shows that each call has a region of its own.
// RUN: %fresh && %program %s -o a
// RUN: env POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 OMP_NUM_THREADS=4 ./a > out && echo 4000 4000 1 0 | diff - out
// RUN: %check e 'visits("omp_set_lock") == 4001' 'visits("omp_unset_lock") == 4001' 'visits("omp_set_nest_lock") == 8000' \
// RUN:   'visits("omp_unset_nest_lock") == 8000' 'visits("omp_init_lock") == visits("omp_init_nest_lock") == 1' \
// RUN:   'visits("omp_destroy_lock") == visits("omp_destroy_nest_lock") == 1' 'visits("omp_test_lock") == 1' \
// RUN:   'visits("omp_test_nest_lock") == 1' '0 <= wait("omp_set_lock") <= exclusive("omp_set_lock")' \
// RUN:   'wait("omp_unset_lock") == 0' 'len(calls("omp_set_lock")) == 2'
#include "regions.h"
#include <stdio.h>

REGION(par, "parallel", 1);

int main(void) {
  omp_lock_t lock;
  omp_nest_lock_t nest;
  int count = 0, nested = 0;
  POMP_Init_lock(&lock);
  POMP_Init_nest_lock(&nest);
  POMP_Parallel_fork(&par);
#pragma omp parallel
  {
    POMP_Parallel_begin(&par);
    for (int i = 0; i < 1000; i++) {
      POMP_Set_lock(&lock);
      count++;
      POMP_Unset_lock(&lock);
      POMP_Set_nest_lock(&nest);
      POMP_Set_nest_lock(&nest);
      nested++;
      POMP_Unset_nest_lock(&nest);
      POMP_Unset_nest_lock(&nest);
    }
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  int depth = POMP_Test_nest_lock(&nest);
  omp_unset_nest_lock(&nest);
  POMP_Set_lock(&lock);
  int free_lock = POMP_Test_lock(&lock);
  POMP_Unset_lock(&lock);
  POMP_Destroy_lock(&lock);
  POMP_Destroy_nest_lock(&nest);
  printf("%d %d %d %d\n", count, nested, depth, free_lock);
  return 0;
}
