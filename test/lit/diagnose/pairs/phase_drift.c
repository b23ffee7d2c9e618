// Each visit of a phase takes longer than the one before, and all its threads are busy in it. The visits of the fixed program take as long as its first one.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g %pair_flags %s -o bad && %pomp_clang -O1 -g -DFIXED %pair_flags %s -o fixed
// RUN: %pair ./bad ./fixed 2
#include "pair.h"
#include <omp.h>

enum { VISITS = 40 };

int main(void) {
  uint64_t more = 0;
  pair_begin();
  for (int visit = 0; visit < VISITS; visit++) {
#line 100
#pragma pomp inst begin(step) phase
#pragma omp parallel
    {
#ifdef FIXED
      work(10000);
#else
      work(10000 + 100 * (unsigned)visit);
#endif
      MEET();
    }
#pragma pomp inst end(step)
    more += 100000 * (unsigned)visit;
  }
  pair_advice("phase_drift", 100, more * (unsigned)omp_get_max_threads(), "A visit takes 1 % longer than the one before (from 10 ms to 13.9 ms), in parallel (");
  return 0;
}
