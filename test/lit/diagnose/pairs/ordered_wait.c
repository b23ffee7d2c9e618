// The iterations of a loop wait for those before, though nothing is done there that needs the order: the fixed program has no ordered.
// In the second loop something does, but each thread begins with iterations of its own block: the fixed one deals them out in turn.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g %pair_flags %s -o bad && %pomp_clang -O1 -g -DFIXED %pair_flags %s -o fixed
// RUN: %pair ./bad ./fixed 2
// RUN: %pair ./bad ./fixed 4
// RUN: %pair ./bad ./fixed 2 blocks
// RUN: %pair ./bad ./fixed 4 blocks
#include "pair.h"
#include <omp.h>

enum { MOST = 64, ITERATIONS = 200 };

static uint64_t waits[MOST][16], is_free;

static void in_turn(void) {
#ifdef FIXED
#pragma omp for schedule(static, 1) nowait
#else
#pragma omp for ordered schedule(static, 1) nowait
#endif
  for (int i = 0; i < ITERATIONS; i++) {
#ifdef FIXED
    work(1000);
#else
    uint64_t begin = now();
    wait_for(&is_free);
#line 100
#pragma omp ordered
    {
      waits[omp_get_thread_num()][0] += now() - begin;
      work(1000);
      frees(&is_free);
    }
#endif
  }
}

static void in_blocks(void) {
#ifdef FIXED
#pragma omp for ordered schedule(static, 1) nowait
#else
#pragma omp for ordered schedule(static) nowait
#endif
  for (int i = 0; i < ITERATIONS; i++) {
    work(900);
    uint64_t begin = now();
    wait_for(&is_free);
#line 200
#pragma omp ordered
    {
      waits[omp_get_thread_num()][0] += now() - begin;
      work(100);
      frees(&is_free);
    }
  }
}

int main(int argc, char **argv) {
  (void)argv;
  uint64_t severity = 0, most = 0;
  pair_begin();
#pragma omp parallel
  {
    if (argc > 1)
      in_blocks();
    else
      in_turn();
    MEET();
  }
  for (int i = 0; i < MOST; i++) {
    severity += waits[i][0];
    most = LARGER(most, waits[i][0]);
  }
  if (argc > 1) /* all wait as long in all, here or at the end; in the fixed program, the first iterations still do */
    pair_saving("ordered_wait", 200, severity, most);
  else
    pair_truth("ordered_wait", 100, severity);
  return 0;
}
