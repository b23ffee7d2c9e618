// The chunks are so large that one member gets most of a loop. The fixed program has small ones. How many iterations the second
// loop has is known when the program runs.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g %pair_flags %s -o bad && %pomp_clang -O1 -g -DFIXED %pair_flags %s -o fixed
// RUN: %pair ./bad ./fixed 2 static
// RUN: %pair ./bad ./fixed 4 dynamic
#include "pair.h"
#include <omp.h>
#include <string.h>

enum { MOST = 64, ROUNDS = 25, ITERATIONS = 16, EACH = 500 };
#ifdef FIXED
enum { CHUNK = 2 };
#else
enum { CHUNK = 12 };
#endif

static uint64_t took[MOST];

static void by_static(int me) {
  uint64_t begin = now();
#line 100
#pragma omp for schedule(static, CHUNK) nowait
  for (int i = 0; i < ITERATIONS; i++)
    work(EACH);
  took[me] = now() - begin;
}

static void by_dynamic(int me, int round, int iterations) {
  (void)round;
#ifndef FIXED
  static int begun; /* chunks: nobody gets both of a round */
#endif
  uint64_t begin = now();
#line 200
#pragma omp for schedule(dynamic, CHUNK) nowait
  for (int i = 0; i < iterations; i++) {
    if (i % CHUNK == 0)
#ifdef FIXED
      TOGETHER(4);
#else
      together(&begun, 2 * round + 2);
#endif
    work(EACH);
  }
  took[me] = now() - begin;
}

int main(int argc, char **argv) {
  int is_static = argc > 1 && strcmp(argv[1], "static") == 0, size = omp_get_max_threads();
  uint64_t severity = 0;
  pair_begin();
  for (int round = 0; round < ROUNDS; round++) {
#pragma omp parallel
    {
#pragma omp barrier
      if (is_static)
        by_static(omp_get_thread_num());
      else
        by_dynamic(omp_get_thread_num(), round, argc > 1 ? ITERATIONS : 0);
      MEET();
    }
    severity += pair_late(took, size);
  }
  pair_truth("large_chunk", is_static ? 100 : 200, severity);
  return 0;
}
