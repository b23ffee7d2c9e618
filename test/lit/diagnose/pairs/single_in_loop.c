// A single in a loop does little, and its barrier takes longer. In the fixed program the first member does it, and nobody waits.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g %pair_flags %s -o bad && %pomp_clang -O1 -g -DFIXED %pair_flags %s -o fixed
// RUN: %pair ./bad ./fixed 2
#include "pair.h"
#include <omp.h>

enum { ROUNDS = 500, WORK = 20 /* us */, BARRIER = 20000 /* ns */ };

int main(void) {
  static volatile int sum;
  pair_begin();
#pragma omp parallel
  for (int round = 0; round < ROUNDS; round++) {
    work(WORK);
#ifdef FIXED
    if (omp_get_thread_num() == 0)
      sum++;
    MEET();
#pragma omp barrier
#else
    MEET();
#line 100
#pragma omp single
    {
      sum++;
      lasts(BARRIER);
    }
#endif
  }
  PAIR_TRUTH("small_loop", 100, 2 * ROUNDS * BARRIER, ", \"advice\": \"do it without a barrier where the others need not wait (nowait, master)\"");
  return 0;
}
