// The members of two inner teams are uneven, in one more than in the other: what the outer team is spared is the more. In the fixed program
// both members have the same.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g %pair_flags %s -o bad && %pomp_clang -O1 -g -DFIXED %pair_flags %s -o fixed
// RUN: %pair ./bad ./fixed 2
#include "pair.h"
#include <omp.h>

enum { ROUNDS = 40 };

static uint64_t part(int outer, int i) {
  uint64_t all = outer ? 1500 : 500;
#ifdef FIXED
  (void)i;
  return all / 2;
#else
  return i ? all : 0;
#endif
}

int main(void) {
  static struct meeting outer_end, inner_ends[2];
  static int members;
  uint64_t severities[2] = {0, 0};
  pair_begin();
  omp_set_max_active_levels(2);
  for (int round = 0; round < ROUNDS; round++) {
#pragma omp parallel num_threads(2)
    {
      int outer = omp_get_thread_num();
      uint64_t took[2];
      forks();
#pragma omp parallel num_threads(2)
      {
        together(&members, 4 * (round + 1)); /* no thread is in both teams, one after the other */
        uint64_t begin = now();
#line 100
#pragma omp for schedule(static) nowait
        for (int i = 0; i < 2; i++)
          work(part(outer, i));
        took[omp_get_thread_num()] = now() - begin;
        meet(&inner_ends[outer], round);
      }
      severities[outer] += pair_late(took, 2);
      meet(&outer_end, round);
    }
  }
  pair_truth("load_imbalance", 100, severities[0] + severities[1]);
  return 0;
}
