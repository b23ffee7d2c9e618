// One thread sets up what all could. The fixed program shares the same work among all threads.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g -I%S/../Inputs %s -o bad && %pomp_clang -O1 -g -DFIXED -I%S/../Inputs %s -o fixed
// RUN: %pair ./bad ./fixed 2
// RUN: %pair ./bad ./fixed 4
#include "pair.h"
#include <omp.h>

enum { ROUNDS = 40, PARTS = 4 };

int main(void) {
  double took = 0;
  for (int round = 0; round < ROUNDS; round++) {
    double begin = now();
#ifdef FIXED
#pragma omp parallel for schedule(static)
    for (int i = 0; i < PARTS; i++)
      work(1500);
#else
#line 100
#pragma pomp inst begin(setup)
    for (int i = 0; i < PARTS; i++)
      work(1500);
#pragma pomp inst end(setup)
#endif
    took += now() - begin;
#pragma omp parallel
    work(3000);
  }
  pair_truth("serial_time", 100, took * (omp_get_max_threads() - 1));
  return 0;
}
