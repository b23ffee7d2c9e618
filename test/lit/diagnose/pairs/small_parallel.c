// A parallel region in a loop takes longer to fork and join than for its work. In the fixed program it is around the loop. Threads
// sleep while they wait, so that what the events take is little of that.
// Members that take turns on a processor would take longer for both than on processors of their own, and a fork takes its time on
// a processor: so there is no run with more threads.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g %pair_flags %s -o bad && %pomp_clang -O1 -g -DFIXED %pair_flags %s -o fixed
// RUN: env OMP_WAIT_POLICY=passive %pair ./bad ./fixed 2
// It is judged as well where threads had no processors for some time, as that is not in usual visits.
// RUN: env OMP_WAIT_POLICY=passive POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=crowded OMP_NUM_THREADS=2 ./bad crowded && %pomp_report --diagnose crowded | FileCheck %s
// CHECK: 1. parallel region too short for its fork: {{.*}}small_parallel.c:100; fixing it saves 0.0
#include "pair.h"
#include <omp.h>

enum { MOST = 64, ROUNDS = IF_REAL(4000, 100), EACH = IF_REAL(8, 100), FORK = 30000, JOIN = 20000 /* ns */ };

#ifdef FIXED
int main(void) {
  pair_begin();
#pragma omp parallel
  for (int round = 0; round < ROUNDS; round++)
    work(EACH);
  pair_cost("small_parallel", 100, 0);
  return 0;
}
#else
/* By the set clock, the fork takes what this does. */
static int forking(int size) {
  cost(FORK);
  return size;
}

int main(int argc, char **argv) {
  (void)argv;
  static uint64_t busy[MOST][16];
  uint64_t severity = 0;
  pair_begin();
  if (argc > 1)
    IF_REAL((void)0, __pomp_ready = 500 * CLOCK_MS);
  int size = omp_get_max_threads();
  for (int round = 0; round < ROUNDS; round++) {
    uint64_t begin = now();
#line 100
#pragma omp parallel num_threads(forking(size))
    {
      uint64_t *mine = busy[omp_get_thread_num()], since = now();
      work(EACH);
      *mine += now() - since;
      MEET();
      lasts(JOIN);
    }
    severity += (now() - begin) * (unsigned)size;
  }
  for (int i = 0; i < size; i++)
    severity -= busy[i][0];
  pair_cost("small_parallel", 100, severity);
  return 0;
}
#endif
