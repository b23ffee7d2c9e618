// Iterations that do next to nothing are dealt out one by one. The fixed program deals them out in large chunks.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O2 -g -I%S/../Inputs %s -o bad && %pomp_clang -O2 -g -DFIXED -I%S/../Inputs %s -o fixed
// RUN: %pair ./bad ./fixed 2
// RUN: %pair ./bad ./fixed 4
#include "pair.h"
#include <omp.h>

enum { MOST = 64, ROUNDS = 200, ITERATIONS = 4000 };
#ifdef FIXED
#define CHUNK , 1000
#else
#define CHUNK
#endif

static struct {
  _Alignas(256) double took, alone;
} times[MOST];
static double data[ITERATIONS];

int main(void) {
  int size = omp_get_max_threads();
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    for (int round = 0; round < ROUNDS; round++) {
#pragma omp barrier
      double begin = now();
#line 100
#pragma omp for schedule(dynamic CHUNK) nowait
      for (int i = 0; i < ITERATIONS; i++)
        data[i] += 1;
      times[me].took += now() - begin;
    }
    /* The iterations alone: without being dealt out. */
    double begin = now();
    for (int round = 0; round < ROUNDS / 10; round++)
      for (int i = me; i < ITERATIONS; i += size) {
        data[i] += 1;
        __asm__ volatile("" ::: "memory");
      }
    times[me].alone = (now() - begin) * 10;
  }
  double severity = 0;
  for (int i = 0; i < size; i++)
    severity += times[i].took - times[i].alone;
  pair_cost("small_chunk", 100, severity);
  return 0;
}
