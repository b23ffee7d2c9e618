// One member has more to do in each instance of a loop. The fixed program deals the same work out evenly.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g -I%S/../Inputs %s -o bad && %pomp_clang -O1 -g -DFIXED -I%S/../Inputs %s -o fixed
// RUN: %pair ./bad ./fixed 2
// RUN: %pair ./bad ./fixed 4
#include "pair.h"
#include <omp.h>

enum { MOST = 64, ROUNDS = 40 };

int main(void) {
  double took[MOST], severity = 0;
  int size = 0;
  for (int round = 0; round < ROUNDS; round++) {
#pragma omp parallel
    {
      int me = omp_get_thread_num();
#pragma omp single
      size = omp_get_num_threads();
      double begin = now();
#line 100
#pragma omp for schedule(static) nowait
      for (int i = 0; i < size; i++)
#ifdef FIXED
        work(2000 + 4000 / size);
#else
        work(i == size - 1 ? 6000 : 2000);
#endif
      took[me] = now() - begin;
    }
    double max = 0, sum = 0;
    for (int i = 0; i < size; i++) {
      sum += took[i];
      max = took[i] > max ? took[i] : max;
    }
    severity += max * size - sum;
  }
  pair_truth("load_imbalance", 100, severity);
  return 0;
}
