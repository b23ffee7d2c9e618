// Barriers, critical sections, master, atomic, locks and nested teams have the events that OPARI2 gives them, under
// default(none), too.
// REQUIRES: opari2
// RUN: rm -rf %t && mkdir %t && cd %t && %python %S/Inputs/counts.py %s %clang %plugin | FileCheck %s
// CHECK: counts are the same
#include <omp.h>
#include <stdio.h>

static int calls;
static int evaluated(void) { return ++calls; }

int main(void) {
  long sum = 0;
  omp_lock_t lock;
  omp_nest_lock_t nest;
  omp_init_lock(&lock);
  omp_init_nest_lock(&nest);
  omp_set_max_active_levels(2);
#pragma omp parallel default(none) shared(sum, lock)
  {
#pragma omp critical
    sum++;
#pragma omp critical(named)
    {
      sum += 2;
    }
#pragma omp barrier
#pragma omp master
    sum += 3;
#pragma omp barrier
#pragma omp atomic
    sum += 4;
    omp_set_lock(&lock);
    sum += 5;
    omp_unset_lock(&lock);
#pragma omp parallel num_threads(2) default(none) shared(sum)
    {
#pragma omp atomic
      sum += 6;
    }
  }
#pragma omp parallel if (evaluated() == 1) num_threads(evaluated())
#pragma omp atomic
  sum++;
  if (omp_test_nest_lock(&nest))
    omp_unset_nest_lock(&nest);
  omp_destroy_lock(&lock);
  omp_destroy_nest_lock(&nest);
  printf("%d\n", calls);
  return 0;
}
