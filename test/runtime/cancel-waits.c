// After `cancel parallel`, a thread waits for the others at the end of the region, and what comes after the region is none
// of its work. The program notes when each member began, when it left, and when the region was joined.
// RUN: %fresh && %program %s -o a
// RUN: env OMP_CANCELLATION=true %python %inputs/cancel-waits.py %pomp_report ./a 2
// RUN: env OMP_CANCELLATION=true %python %inputs/cancel-waits.py %pomp_report ./a 4
// The construct that only OMPT could measure the barrier of is not needed for it.
// RUN: env OMP_CANCELLATION=true %python %inputs/cancel-waits.py %pomp_report ./a 2 explicit
#include "regions.h"
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

REGION(par, "parallel", 1);
REGION(cancel, "cancel", 2);
REGION(point, "cancellation point", 3);
REGION(unused, "for", 4);
enum { MOST = 8 };
static long long begun[MOST], left[MOST];

static long long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (long long)t.tv_sec * 1000000000 + t.tv_nsec;
}

int main(int argc, char **argv) {
  int members = argc > 1 ? atoi(argv[1]) : 2;
  par.flags = argc > 2 ? 0 : POMP_RD_IMPLICIT_JOIN;
  if (argc <= 2) {
    unused.flags = POMP_RD_IMPLICIT_JOIN;
    POMP_Register_regions(&unused, 1, sizeof unused);
  }
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(members)
  {
    int me = omp_get_thread_num();
    POMP_Parallel_begin(&par);
    begun[me] = now();
    if (me == members - 1) {
      POMP_Cancel(&cancel);
      left[me] = now();
#pragma omp cancel parallel
    }
    busy(60 * (me + 1));
    for (;;) {
      POMP_Cancellation_point(&point);
      left[me] = now();
#pragma omp cancellation point parallel
    }
  }
  long long joined = now();
  POMP_Parallel_join(&par);
  busy(100);
  printf("%lld", joined);
  for (int i = 0; i < members; i++)
    printf(" %lld %lld", begun[i], left[i]);
  return 0;
}
