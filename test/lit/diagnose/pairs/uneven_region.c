// The members of a team have different amounts of work in the region's own code, which no worksharing construct divides.
// In the fixed program each has the mean.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g -I%S/../Inputs %s -o bad && %pomp_clang -O1 -g -DFIXED -I%S/../Inputs %s -o fixed
// RUN: %pair ./bad ./fixed 2
// RUN: %pair ./bad ./fixed 4
#include "pair.h"
#include <omp.h>

enum { MOST = 64, ROUNDS = 30 };

int main(void) {
  double severity = 0;
  for (int round = 0; round < ROUNDS; round++) {
    double came[MOST];
    int size = 0;
#line 100
#pragma omp parallel
    {
      int me = omp_get_thread_num(), of = omp_get_num_threads();
      if (me == 0)
        size = of;
#ifdef FIXED
      work(1000 + 6000. / of);
#else
      work(me == round % of ? 7000 : 1000);
#endif
      came[me] = now();
    }
    double end = now();
    for (int i = 0; i < size; i++)
      severity += end - came[i];
  }
  pair_truth("load_imbalance", 100, severity);
  return 0;
}
