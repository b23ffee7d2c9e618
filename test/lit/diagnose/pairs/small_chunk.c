// Iterations that do next to nothing are dealt out one by one. The fixed program deals them out in large chunks. How many there are
// is known when the program runs; and so is the chunk, if an expression says it, which each member evaluates once for each loop.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O2 -g %pair_flags %s -o bad && %pomp_clang -O2 -g -DFIXED %pair_flags %s -o fixed
// RUN: %pair ./bad ./fixed 2
// RUN: %pair ./bad ./fixed 4
// RUN: %pomp_clang -O2 -g -DVARIABLE %pair_flags %s -o bad && %pomp_clang -O2 -g -DVARIABLE -DFIXED %pair_flags %s -o fixed
// RUN: %pair ./bad ./fixed 2 variable
// RUN: %pair ./bad ./fixed 4 variable
#include "pair.h"
#include <omp.h>
#include <stdlib.h>

enum { MOST = 64, ROUNDS = IF_REAL(200, 40), ITERATIONS = IF_REAL(4000, 40), DEAL = 299 /* ns */ };

#ifdef VARIABLE
#define CHUNK , next_chunk(chunk)
#elif defined FIXED
#define CHUNK , 1000
#else
#define CHUNK
#endif

static struct {
  _Alignas(256) uint64_t took, alone;
} times[MOST];
static double data[ITERATIONS];
static int evaluated;

static inline int next_chunk(int chunk) {
#pragma omp atomic
  evaluated++;
  return chunk;
}

int main(int argc, char **argv) {
  const int iterations = argc > 0 && argv ? ITERATIONS : 0;
#ifdef FIXED
  const int chunk = iterations / 2;
#else
  const int chunk = iterations / ITERATIONS;
#endif
  int size = omp_get_max_threads();
  pair_begin();
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    for (int round = 0; round < ROUNDS; round++) {
      cost(250000);
      MEET();
#pragma omp barrier
      uint64_t begin = now();
#line 100
#pragma omp for schedule(dynamic CHUNK) nowait
      for (int i = 0; i < iterations; i++) {
#ifndef FIXED
        TOGETHER(size);
        cost(DEAL);
#endif
        data[i] += 1;
      }
      times[me].took += now() - begin;
    }
    /* The iterations alone: without being dealt out. */
    uint64_t begin = now();
    for (int round = 0; round < ROUNDS / 10; round++)
      for (int i = me; i < ITERATIONS; i += size) {
        data[i] += 1;
        __asm__ volatile("" ::: "memory");
      }
    times[me].alone = (now() - begin) * 10;
  }
#ifdef VARIABLE
  if (evaluated != size * ROUNDS)
    abort();
#endif
  uint64_t severity = 0;
  for (int i = 0; i < size; i++)
    severity += times[i].took - times[i].alone;
  pair_cost("small_chunk", 100, severity);
  return 0;
}
