// The members of a team have different amounts of work in the region's own code, which no worksharing construct divides.
// In the fixed program each has the mean.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g %pair_flags %s -o bad && %pomp_clang -O1 -g -DFIXED %pair_flags %s -o fixed
// RUN: %pair ./bad ./fixed 2
// RUN: %pair ./bad ./fixed 4
#include "pair.h"
#include <omp.h>

enum { MOST = 64, ROUNDS = 30 };

int main(void) {
  uint64_t severity = 0;
  pair_begin();
  for (int round = 0; round < ROUNDS; round++) {
    uint64_t came[MOST];
    int size = 0;
#line 100
#pragma omp parallel
    {
      int me = omp_get_thread_num(), of = omp_get_num_threads();
      if (me == 0)
        size = of;
#ifdef FIXED
      work(1000 + 6000u / (unsigned)of);
#else
      work(me == round % of ? 7000 : 1000);
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
  pair_saving("load_imbalance", 100, severity, severity / (unsigned)omp_get_max_threads());
  return 0;
}
