// A loop without a schedule clause has half as many iterations as the team has members, and nothing has counted them: dealing them out
// would not help, and the advice says so. The fixed program has an iteration for each member, with the same work in all.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g %pair_flags %s -o bad && %pomp_clang -O1 -g -DFIXED %pair_flags %s -o fixed
// RUN: %pair ./bad ./fixed 4
#include "pair.h"
#include <omp.h>

enum { MOST = 64, ROUNDS = 40, WORK = 4000 };

#ifdef FIXED
enum { TIMES = 1 };
#else
enum { TIMES = 2 };
#endif

static void loop(int iterations) {
#line 100
#pragma omp for nowait
  for (int i = 0; i < iterations; i++)
    work(WORK * TIMES);
}

int main(void) {
  int size = omp_get_max_threads();
  uint64_t took[MOST], severity = 0;
  pair_begin();
  for (int round = 0; round < ROUNDS; round++) {
#pragma omp parallel
    {
      uint64_t begin = now();
      loop(size / TIMES);
      took[omp_get_thread_num()] = now() - begin;
      MEET();
    }
    severity += pair_late(took, size);
  }
  pair_advice("load_imbalance", 100, severity, "2 of 4 members do nothing in it: it may have fewer iterations than members");
  return 0;
}
