// The chunks are so large that one member gets most of a loop. The fixed program has small ones.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g -I%S/../Inputs %s -o bad && %pomp_clang -O1 -g -DFIXED -I%S/../Inputs %s -o fixed
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

static double took[MOST];

static void by_static(int me) {
  double begin = now();
#line 100
#pragma omp for schedule(static, CHUNK) nowait
  for (int i = 0; i < ITERATIONS; i++)
    work(EACH);
  took[me] = now() - begin;
}

static void by_dynamic(int me) {
  double begin = now();
#line 200
#pragma omp for schedule(dynamic, CHUNK) nowait
  for (int i = 0; i < ITERATIONS; i++)
    work(EACH);
  took[me] = now() - begin;
}

int main(int argc, char **argv) {
  int is_static = argc > 1 && strcmp(argv[1], "static") == 0, size = omp_get_max_threads();
  double severity = 0;
  for (int round = 0; round < ROUNDS; round++) {
#pragma omp parallel
    {
#pragma omp barrier
      if (is_static)
        by_static(omp_get_thread_num());
      else
        by_dynamic(omp_get_thread_num());
    }
    double max = 0, sum = 0;
    for (int i = 0; i < size; i++) {
      sum += took[i];
      max = took[i] > max ? took[i] : max;
    }
    severity += max * size - sum;
  }
  pair_truth("large_chunk", is_static ? 100 : 200, severity);
  return 0;
}
