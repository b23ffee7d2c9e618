// A barrier is right after another one. The fixed program has one.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O2 -g %pair_flags %s -o bad && %pomp_clang -O2 -g -DFIXED %pair_flags %s -o fixed
// RUN: env OMP_WAIT_POLICY=passive %pair ./bad ./fixed 2
// RUN: env OMP_WAIT_POLICY=passive %pair ./bad ./fixed 4
#include "pair.h"
#include <omp.h>

enum { MOST = 64, ROUNDS = IF_REAL(8000, 100), BARRIER = 100000 /* ns */ };

static struct {
  _Alignas(256) uint64_t waited, stamp;
  double sum;
} times[MOST];

int main(void) {
  int size = omp_get_max_threads();
  pair_begin();
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    uint64_t last = now();
    for (int round = 0; round < 1000; round++)
      last = now();
    times[me].stamp = last; /* the clock is warm */
    for (int round = 0; round < ROUNDS; round++) {
#pragma omp for schedule(static) nowait
      for (int i = 0; i < size; i++)
        for (int k = 0; k < 100; k++) // so little that each member does next to nothing but wait
          times[i].sum += k * 0.5;
      MEET();
      lasts(BARRIER);
#pragma omp barrier
      uint64_t begin = now();
#ifndef FIXED
      MEET();
      lasts(BARRIER);
#line 101
#pragma omp barrier
#endif
      times[me].waited += now() - begin;
    }
  }
  uint64_t severity = 0;
  for (int i = 0; i < size; i++)
    severity += times[i].waited;
  pair_cost("needless_barrier", 101, severity);
  return 0;
}
