// One thread sets up what all could. The fixed program shares the same work among all threads.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g %pair_flags %s -o bad && %pomp_clang -O1 -g -DFIXED %pair_flags %s -o fixed
// RUN: %pair ./bad ./fixed 2
// RUN: %pair ./bad ./fixed 4
#include "pair.h"
#include <omp.h>

enum { ROUNDS = 40, PARTS = 4 };

int main(void) {
  uint64_t took = 0;
  pair_begin();
  for (int round = 0; round < ROUNDS; round++) {
    uint64_t begin = now();
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
  pair_truth("serial_time", 100, took * (unsigned)(omp_get_max_threads() - 1));
  return 0;
}
