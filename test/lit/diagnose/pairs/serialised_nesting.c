// Member 0 has all the work, in a nested parallel region whose teams get but one member, as one level of teams is allowed; the
// others wait for it. In the fixed program a second level is allowed.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g %pair_flags %s -o bad && %pomp_clang -O1 -g -DFIXED %pair_flags %s -o fixed
// RUN: env OMP_WAIT_POLICY=passive %pair ./bad ./fixed 2
// RUN: %pair ./bad ./fixed 4
#include "pair.h"
#include <omp.h>

enum { MOST = 64, ROUNDS = 10, PARTS = 24 };

int main(void) {
  static struct meeting ends;
  uint64_t waits[MOST] = {0}, severity = 0, nested = 0;
  int size = 0;
#ifdef FIXED
  omp_set_max_active_levels(2);
#else
  omp_set_max_active_levels(1);
#endif
  pair_begin();
  int all = omp_get_max_threads();
  for (int round = 0; round < ROUNDS; round++) {
    uint64_t came[MOST];
#pragma omp parallel
    {
      int me = omp_get_thread_num();
      if (me == 0) {
        size = omp_get_num_threads();
        nested -= now();
        forks();
#line 100
#pragma omp parallel for num_threads(all) schedule(static)
        for (int i = 0; i < PARTS; i++)
          work(800);
        nested += now();
      }
      came[me] = now();
      meet(&ends, round);
    }
    uint64_t end = now();
    for (int i = 1; i < size; i++)
      waits[i] += end - came[i];
  }
  for (int i = 1; i < size; i++) /* they have waited for the nested regions no longer than these took */
    severity += SMALLER(waits[i], nested);
  pair_truth("serialised_nesting", 100, severity);
  return 0;
}
