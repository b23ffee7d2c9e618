// A loop without a schedule clause has half as many iterations as the team has members, and nothing has counted them: dealing them out
// would not help, and the advice says so. The fixed program has an iteration for each member, with the same work in all.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g %pair_flags %s -o bad && %pomp_clang -O1 -g -DFIXED %pair_flags %s -o fixed
// RUN: %pair ./bad ./fixed 4
// With three iterations for two members, which nothing can make even, the advice is the same.
// RUN: %pomp_clang -O1 -g %pair_flags -DTHREE %s -o three && env OMP_NUM_THREADS=2 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e3 ./three && %pomp_report --diagnose e3 | FileCheck %s
// CHECK: 1. uneven work
// CHECK: The loop has 3 iterations for 2 members, so that some get one more than others: share out the
#include "pair.h"
#include <omp.h>

enum { MOST = 64, ROUNDS = 40, WORK = 4000 };

#ifdef THREE
#define DEALT schedule(static, 1)
#else
#define DEALT
#endif
#ifdef FIXED
enum { TIMES = 1 };
#else
enum { TIMES = 2 };
#endif

static void loop(int iterations) {
#line 100
#pragma omp for nowait DEALT
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
#ifdef THREE
      TOGETHER(2);
      loop(3);
#else
      loop(size / TIMES);
#endif
      took[omp_get_thread_num()] = now() - begin;
      MEET();
    }
    severity += pair_late(took, size);
  }
  pair_advice("load_imbalance", 100, severity, "2 of 4 members do nothing in it: it may have fewer iterations than members");
  return 0;
}
