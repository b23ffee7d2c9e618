// All threads want the same critical section all the time, though each has data of its own. The fixed program has a lock for each.
// The second one is a lock that a part of the threads wants; they have other work, too, and the rest waits for them at the end. The compiler
// makes three calls of the one that takes it, and it is one finding.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g %pair_flags %s -o bad && %pomp_clang -O1 -g -DFIXED %pair_flags %s -o fixed
// RUN: %pair ./bad ./fixed 2
// RUN: %pair ./bad ./fixed 4
// RUN: %pair ./bad ./fixed 4 part
#include "pair.h"
#include <omp.h>

enum { MOST = 64, VISITS = 60 };

static uint64_t waits[MOST][16];

static int turn; /* threads have the lock in turn */

static void visit_critical(int me, int number) {
  uint64_t begin = now();
#ifdef FIXED
  waits[me][0] += now() - begin;
  work(2000);
#else
  static uint64_t is_free;
  comes(&turn, number);
  wait_for(&is_free);
#line 100
#pragma omp critical
  {
    waits[me][0] += now() - begin;
    work(2000);
    frees(&is_free);
    goes(&turn);
  }
#endif
  (void)number;
}

static omp_lock_t locks[MOST];
static uint64_t are_free[MOST];
__attribute__((always_inline)) static inline void visit_lock(int me, int number) {
#ifdef FIXED
  int which = me;
  (void)number;
#else
  int which = 0;
  comes(&turn, number);
#endif
  uint64_t begin = now();
  wait_for(&are_free[which]);
#line 200
  omp_set_lock(&locks[which]);
  waits[me][0] += now() - begin;
  work(2000);
  frees(&are_free[which]);
  goes(&turn);
  omp_unset_lock(&locks[which]);
  work(500);
}

int main(int argc, char **argv) {
  (void)argv;
  int size = omp_get_max_threads();
  uint64_t severity = 0;
  pair_begin();
  for (int i = 0; i < MOST; i++)
    omp_init_lock(&locks[i]);
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    if (argc > 1 && me == 0)
      work(2000);
    for (int i = 0; i < VISITS && argc == 1; i++)
      visit_critical(me, i * size + me);
#pragma clang loop unroll_count(3)
    for (int i = 0; i < VISITS * (argc > 1 && me > 0); i++)
      visit_lock(me, i * (size - 1) + me - 1);
    MEET();
  }
  for (int i = 0; i < size; i++)
    severity += waits[i][0];
  pair_truth("lock_contention", argc > 1 ? 200 : 100, severity);
  return 0;
}
