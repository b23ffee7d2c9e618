// Another OMPT tool learns where the program called a lock routine, as if it were not us who call it for the program: the
// addresses are in the program, and in the function that uses locks, for each event that a plain program has.
// RUN: %fresh && %clang -shared -fPIC -O1 %inputs/lock-tool.c -o tool.so
// RUN: %program %s -rdynamic -o a && %cc -fopenmp -rdynamic -DPLAIN %s -o plain
// RUN: env OMP_TOOL_LIBRARIES=./tool.so ./plain && sort events > plain.events && count 16 < plain.events && rm events
// RUN: env OMP_TOOL_LIBRARIES=./tool.so POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a && sort events > own.events && diff plain.events own.events
// RUN: grep -c use_locks plain.events | grep -x 16
// RUN: %check e 'visits("omp_set_lock") == 1 and visits("omp_test_nest_lock") == 1'
#include "regions.h"
#include <omp.h>

#ifdef PLAIN
#define CALL(POMP, plain) plain
#else
#define CALL(POMP, plain) POMP
#endif

__attribute__((unused)) REGION_AT(r, "region", "r", 1);

__attribute__((noinline)) void use_locks(omp_lock_t *lock, omp_nest_lock_t *nest) {
  CALL(POMP_Init_lock, omp_init_lock)(lock);
  CALL(POMP_Set_lock, omp_set_lock)(lock);
  CALL(POMP_Unset_lock, omp_unset_lock)(lock);
  CALL(POMP_Test_lock, omp_test_lock)(lock);
  CALL(POMP_Unset_lock, omp_unset_lock)(lock);
  CALL(POMP_Destroy_lock, omp_destroy_lock)(lock);
  CALL(POMP_Init_nest_lock, omp_init_nest_lock)(nest);
  CALL(POMP_Set_nest_lock, omp_set_nest_lock)(nest);
  CALL(POMP_Test_nest_lock, omp_test_nest_lock)(nest);
  CALL(POMP_Unset_nest_lock, omp_unset_nest_lock)(nest);
  CALL(POMP_Unset_nest_lock, omp_unset_nest_lock)(nest);
  CALL(POMP_Destroy_nest_lock, omp_destroy_nest_lock)(nest);
  __asm__ volatile(""); /* the last call is no jump */
}

int main(void) {
  omp_lock_t lock;
  omp_nest_lock_t nest;
  omp_get_max_threads();
#ifndef PLAIN
  POMP_Begin(&r);
#endif
  use_locks(&lock, &nest);
#ifndef PLAIN
  POMP_End(&r);
#endif
  return 0;
}
