// The iterations of a loop wait for those before, though nothing is done there that needs the order: the fixed program has no ordered.
// In the second loop something does, but each thread begins with iterations of its own block: the fixed one deals them out in turn.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g -I%S/../Inputs %s -o bad && %pomp_clang -O1 -g -DFIXED -I%S/../Inputs %s -o fixed
// RUN: %pair ./bad ./fixed 2
// RUN: %pair ./bad ./fixed 4
// RUN: %pair ./bad ./fixed 2 blocks
// RUN: %pair ./bad ./fixed 4 blocks
#include "pair.h"
#include <omp.h>

enum { MOST = 64, ITERATIONS = 200 };

static double waits[MOST][16];

static void in_turn(void) {
#ifdef FIXED
#pragma omp parallel for schedule(static, 1)
#else
#pragma omp parallel for ordered schedule(static, 1)
#endif
  for (int i = 0; i < ITERATIONS; i++) {
#ifdef FIXED
    work(1000);
#else
    double begin = now();
#line 100
#pragma omp ordered
    {
      waits[omp_get_thread_num()][0] += now() - begin;
      work(1000);
    }
#endif
  }
}

static void in_blocks(void) {
#ifdef FIXED
#pragma omp parallel for ordered schedule(static, 1)
#else
#pragma omp parallel for ordered schedule(static)
#endif
  for (int i = 0; i < ITERATIONS; i++) {
    work(900);
    double begin = now();
#line 200
#pragma omp ordered
    {
      waits[omp_get_thread_num()][0] += now() - begin;
      work(100);
    }
  }
}

int main(int argc, char **argv) {
  (void)argv;
  double severity = 0;
  if (argc > 1)
    in_blocks();
  else
    in_turn();
  for (int i = 0; i < MOST; i++)
    severity += waits[i][0];
  pair_truth("ordered_wait", argc > 1 ? 200 : 100, severity);
  return 0;
}
