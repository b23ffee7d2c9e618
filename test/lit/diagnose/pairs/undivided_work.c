// Each member of a team does all of the work, and one of them is a little late each time, as on any machine: so little waiting proves nothing, and the
// finding is not judged, but says what to look at. In the fixed program a worksharing construct divides the work.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g %pair_flags %s -o bad && %pomp_clang -O1 -g -DFIXED %pair_flags %s -o fixed
// RUN: %pair ./bad ./fixed 2
// RUN: %pair ./bad ./fixed 4
#include "pair.h"
#include <omp.h>

enum { MOST = 64, ROUNDS = 30, PARTS = 8, EACH = 500, LATE = 400 };

int main(void) {
  uint64_t severity = 0;
  pair_begin();
  for (int round = 0; round < ROUNDS; round++) {
    uint64_t came[MOST];
    int size = 0;
#line 100
#pragma omp parallel
    {
      int me = omp_get_thread_num();
      if (me == 0)
        size = omp_get_num_threads();
#ifdef FIXED
#pragma omp for nowait
#endif
      for (int i = 0; i < PARTS; i++)
        work(EACH);
#ifndef FIXED
      if (me == round % omp_get_num_threads())
        work(LATE);
#endif
      came[me] = now();
      MEET();
    }
    uint64_t end = now();
    for (int i = 0; i < size; i++)
      severity += end - came[i];
  }
  /* A barrier at which nobody is late may take 5 us of each member. */
  severity -= ROUNDS * 5000 * (unsigned)omp_get_max_threads();
  PAIR_TRUTH("undivided_work", 100, severity, ", \"saving_ns\": %llu, \"judged\": false, \"advice\": \"look whether each member does all the work\"",
             (unsigned long long)(severity / (unsigned)omp_get_max_threads()));
  return 0;
}
