// There is one task more than there are threads, so that all but one thread wait for that. In the fixed program the same
// work is in many small tasks, of which each thread makes some.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g %pair_flags %s -o bad && %pomp_clang -O1 -g -DFIXED %pair_flags %s -o fixed
// RUN: %pair ./bad ./fixed 2
// RUN: %pair ./bad ./fixed 4
#include "pair.h"
#include <omp.h>

enum { MOST = 64, ROUNDS = 10, PARTS = 24 };

static uint64_t spent[MOST][16]; /* by member: from its begin to its end; less what it worked */

/* All threads have one of the first tasks of a round. In the fixed program, all execute as many. */
static void job(int number, uint64_t us, int round) {
  int size = omp_get_num_threads();
#ifdef FIXED
  (void)number, (void)round;
  TOGETHER(size);
#else
  static int begun;
  if (number < size)
    together(&begun, (round + 1) * size);
#endif
  uint64_t begin = now();
  work(us);
  spent[omp_get_thread_num()][0] -= now() - begin;
}

int main(void) {
  uint64_t severity = 0;
  pair_begin();
  for (int round = 0; round < ROUNDS; round++) {
#pragma omp parallel
    {
      uint64_t *mine = spent[omp_get_thread_num()], begin = now();
      int size = omp_get_num_threads();
      MEET();
#ifdef FIXED
#pragma omp for
      for (int i = 0; i < (size + 1) * PARTS; i++)
#line 100
#pragma omp task
        job(i, 12000 / PARTS, round);
#else
#pragma omp single
      {
        uint64_t making = now();
        for (int i = 0; i < size + 1; i++)
#line 100
#pragma omp task
          job(i, 12000, round);
        mine[0] -= now() - making;
      }
#endif
      mine[0] += now() - begin;
    }
  }
  for (int i = 0; i < MOST; i++)
    severity += spent[i][0];
  pair_truth("task_starvation", 100, severity);
  return 0;
}
