// Each round of a loop does little before its barrier, at which threads fall asleep. The fixed program has one loop for all rounds.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O2 -g %pair_flags %s -o bad && %pomp_clang -O2 -g -DFIXED %pair_flags %s -o fixed
// RUN: env OMP_WAIT_POLICY=passive %pair ./bad ./fixed 2
// RUN: env OMP_WAIT_POLICY=passive %pair ./bad ./fixed 4
#include "pair.h"
#include <omp.h>

enum { MOST = 64, ROUNDS = IF_REAL(3000, 100), EACH = IF_REAL(20, 100), BARRIER = 50000 /* ns */ };

static struct {
  _Alignas(256) uint64_t begin, end;
  uint64_t took[ROUNDS];
} times[MOST];

int main(void) {
  int size = omp_get_max_threads();
  pair_begin();
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    MEET();
#pragma omp barrier
    times[me].begin = now();
#ifdef FIXED
    MEET();
#line 100
#pragma omp for schedule(static)
    for (int i = 0; i < ROUNDS * size; i++)
      work(EACH);
#else
    for (int round = 0; round < ROUNDS; round++) {
      uint64_t begin = now();
      MEET();
#line 100
#pragma omp for schedule(static)
      for (int i = 0; i < size; i++) {
        work(EACH);
        times[me].took[round] = now() - begin;
        lasts(BARRIER);
      }
    }
#endif
    times[me].end = now();
  }
  uint64_t severity = 0;
  for (int i = 0; i < size; i++)
    severity += times[i].end - times[i].begin;
  for (int round = 0; round < ROUNDS; round++) {
    uint64_t max = 0;
    for (int i = 0; i < size; i++)
      max = LARGER(max, times[i].took[round]);
    severity -= max * (unsigned)size;
  }
  pair_cost("small_loop", 100, severity);
  return 0;
}
