// Each round of a loop does little before its barrier, at which threads fall asleep. The fixed program has one loop for all rounds.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O2 -g -I%S/../Inputs %s -o bad && %pomp_clang -O2 -g -DFIXED -I%S/../Inputs %s -o fixed
// RUN: env OMP_WAIT_POLICY=passive %pair ./bad ./fixed 2
// RUN: env OMP_WAIT_POLICY=passive %pair ./bad ./fixed 4
#include "pair.h"
#include <omp.h>

enum { MOST = 64, ROUNDS = 3000, EACH = 20 };

static struct {
  _Alignas(256) double begin, end;
  double took[ROUNDS];
} times[MOST];

int main(void) {
  int size = omp_get_max_threads();
#pragma omp parallel
  {
    int me = omp_get_thread_num();
#pragma omp barrier
    times[me].begin = now();
#ifdef FIXED
#line 100
#pragma omp for schedule(static)
    for (int i = 0; i < ROUNDS * size; i++)
      compute(EACH);
#else
    for (int round = 0; round < ROUNDS; round++) {
      double begin = now();
#line 100
#pragma omp for schedule(static)
      for (int i = 0; i < size; i++) {
        compute(EACH);
        times[me].took[round] = now() - begin;
      }
    }
#endif
    times[me].end = now();
  }
  double severity = 0;
  for (int i = 0; i < size; i++)
    severity += times[i].end - times[i].begin;
  for (int round = 0; round < ROUNDS; round++) {
    double max = 0;
    for (int i = 0; i < size; i++)
      max = times[i].took[round] > max ? times[i].took[round] : max;
    severity -= max * size;
  }
  pair_cost("small_loop", 100, severity);
  return 0;
}
