// All threads want the same critical section all the time, though each has data of its own. The fixed program has a lock for each.
// The second one is a lock that a part of the threads wants; they have other work, too, and the rest waits for them at the end. The compiler
// makes three calls of the one that takes it, and it is one finding.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g -I%S/../Inputs %s -o bad && %pomp_clang -O1 -g -DFIXED -I%S/../Inputs %s -o fixed
// RUN: %pair ./bad ./fixed 2
// RUN: %pair ./bad ./fixed 4
// RUN: %pair ./bad ./fixed 4 part
#include "pair.h"
#include <omp.h>

enum { MOST = 64, VISITS = 60 };

static double waits[MOST][16];

static void visit_critical(int me) {
  double begin = now();
#ifdef FIXED
  waits[me][0] += now() - begin;
  work(2000);
#else
#line 100
#pragma omp critical
  {
    waits[me][0] += now() - begin;
    work(2000);
  }
#endif
}

static omp_lock_t locks[MOST];
__attribute__((always_inline)) static inline void visit_lock(int me) {
#ifdef FIXED
  omp_lock_t *lock = &locks[me];
#else
  omp_lock_t *lock = &locks[0];
#endif
  double begin = now();
#line 200
  omp_set_lock(lock);
  waits[me][0] += now() - begin;
  work(2000);
  omp_unset_lock(lock);
  work(500);
}

int main(int argc, char **argv) {
  (void)argv;
  int size = omp_get_max_threads();
  double severity = 0;
  for (int i = 0; i < MOST; i++)
    omp_init_lock(&locks[i]);
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    if (argc > 1 && me == 0)
      work(2000);
    for (int i = 0; i < VISITS && argc == 1; i++)
      visit_critical(me);
#pragma clang loop unroll_count(3)
    for (int i = 0; i < VISITS * (argc > 1 && me > 0); i++)
      visit_lock(me);
  }
  for (int i = 0; i < size; i++)
    severity += waits[i][0];
  pair_truth("lock_contention", argc > 1 ? 200 : 100, severity);
  return 0;
}
