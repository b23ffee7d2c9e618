// The chunks are so large that one member gets most of a loop, and only the run knows how large they are: by an expression, a
// variable, or what omp_set_schedule was told. The fixed program has small ones.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g %pair_flags %s -o bad && %pomp_clang -O1 -g -DFIXED %pair_flags %s -o fixed
// RUN: %pair ./bad ./fixed 2 static
// RUN: %pair ./bad ./fixed 4 dynamic
// RUN: %pair ./bad ./fixed 4 runtime
#include "pair.h"
#include <omp.h>
#include <string.h>

enum { MOST = 64, ROUNDS = 25, ITERATIONS = 16, EACH = 500 };

static uint64_t took[MOST];

static void by_static(int me, int iterations, int chunk) {
  uint64_t begin = now();
#line 100
#pragma omp for schedule(static, 2 * (chunk / 2)) nowait
  for (int i = 0; i < iterations; i++)
    work(EACH);
  took[me] = now() - begin;
}

/* Nobody gets both chunks of a round. */
static void take(int i, int round, int chunk) {
  if (i % chunk != 0)
    return;
#ifdef FIXED
  (void)round;
  TOGETHER(4);
#else
  static int begun;
  together(&begun, 2 * round + 2);
#endif
}

static void by_dynamic(int me, int round, int iterations, int chunk) {
  uint64_t begin = now();
#line 200
#pragma omp for schedule(dynamic, chunk) nowait
  for (int i = 0; i < iterations; i++) {
    take(i, round, chunk);
    work(EACH);
  }
  took[me] = now() - begin;
}

static void by_runtime(int me, int round, int iterations, int chunk) {
  uint64_t begin = now();
#line 300
#pragma omp for schedule(runtime) nowait
  for (int i = 0; i < iterations; i++) {
    take(i, round, chunk);
    work(EACH);
  }
  took[me] = now() - begin;
}

int main(int argc, char **argv) {
  const char *kind = argc > 1 ? argv[1] : "static";
  int iterations = argc > 1 ? ITERATIONS : 0, size = omp_get_max_threads();
#ifdef FIXED
  const int chunk = iterations / 8;
#else
  const int chunk = iterations / 4 * 3;
#endif
  const int line = strcmp(kind, "static") == 0 ? 100 : strcmp(kind, "dynamic") == 0 ? 200 : 300;
  uint64_t severity = 0;
  omp_set_schedule(omp_sched_dynamic, chunk);
  pair_begin();
  for (int round = 0; round < ROUNDS; round++) {
#pragma omp parallel
    {
#pragma omp barrier
      if (line == 100)
        by_static(omp_get_thread_num(), iterations, chunk);
      else if (line == 200)
        by_dynamic(omp_get_thread_num(), round, iterations, chunk);
      else
        by_runtime(omp_get_thread_num(), round, iterations, chunk);
      MEET();
    }
    severity += pair_late(took, size);
  }
  pair_advice("large_chunk", line, severity, "Make the chunk smaller");
  return 0;
}
