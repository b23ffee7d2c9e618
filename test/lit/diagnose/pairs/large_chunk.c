// The chunks are so large that one member gets most of a loop. The fixed program has small ones. They are constants, while how many
// iterations the second loop has is known when the program runs; or only the run knows how large they are: by an expression, a
// variable, or what omp_set_schedule was told.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g %pair_flags %s -o bad && %pomp_clang -O1 -g -DFIXED %pair_flags %s -o fixed
// RUN: %pair ./bad ./fixed 2 static
// RUN: %pair ./bad ./fixed 4 dynamic
// RUN: %pomp_clang -O1 -g -DVARIABLE %pair_flags %s -o bad && %pomp_clang -O1 -g -DVARIABLE -DFIXED %pair_flags %s -o fixed
// RUN: %pair ./bad ./fixed 2 static variable
// RUN: %pair ./bad ./fixed 4 dynamic variable
// RUN: %pair ./bad ./fixed 4 runtime variable
#include "pair.h"
#include <omp.h>
#include <string.h>

enum { MOST = 64, ROUNDS = 25, ITERATIONS = 16, EACH = 500 };
#ifdef FIXED
enum { CONSTANT = 2 };
#else
enum { CONSTANT = 12 };
#endif
#ifdef VARIABLE
#define STATIC_ITERATIONS iterations
#define STATIC_CHUNK 2 * (chunk / 2)
#define CHUNK chunk
#else
#define STATIC_ITERATIONS ITERATIONS
#define STATIC_CHUNK CONSTANT
#define CHUNK CONSTANT
#endif

static uint64_t took[MOST];

static void by_static(int me, int iterations, int chunk) {
  uint64_t begin = now();
#line 100
#pragma omp for schedule(static, STATIC_CHUNK) nowait
  for (int i = 0; i < STATIC_ITERATIONS; i++)
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
#pragma omp for schedule(dynamic, CHUNK) nowait
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
  const int chunk = iterations * CONSTANT / ITERATIONS;
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
