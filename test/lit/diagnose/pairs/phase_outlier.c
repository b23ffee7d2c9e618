// One of many visits of a phase takes much longer, and all its threads are busy in it, so that nothing else tells. The fixed program's visits all take the same.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g %pair_flags %s -o bad && %pomp_clang -O1 -g -DFIXED %pair_flags %s -o fixed
// RUN: %pair ./bad ./fixed 2
#include "pair.h"
#include <omp.h>

enum { VISITS = 40, LONG = 17 };

int main(void) {
  pair_begin();
  for (int visit = 1; visit <= VISITS; visit++) {
#line 100
#pragma pomp inst begin(step) phase
#pragma omp parallel
    {
#ifdef FIXED
      work(10000);
#else
      work(visit == LONG ? 41000 : 10000);
#endif
      MEET();
    }
#pragma pomp inst end(step)
  }
  pair_advice("phase_outlier", 100, 31000000 * (uint64_t)omp_get_max_threads(), "Visit 17 took 4.1 times as long as most (41 ms, not 10 ms), in parallel (");
  return 0;
}
