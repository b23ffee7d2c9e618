// All threads update one variable, of a type that takes a lock of the atomic library's. In the fixed program each has its own.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O2 -g %pair_flags %s -o bad -latomic && %pomp_clang -O2 -g -DFIXED %pair_flags %s -o fixed -latomic
// RUN: %pair ./bad ./fixed 2
// RUN: %pair ./bad ./fixed 4
#include "pair.h"
#include <omp.h>

enum { MOST = 64, UPDATES = IF_REAL(600000, 100000), FREE = 20, HOT = 200 /* ns */ };

#ifndef PAIR_REAL
uint64_t __pomp_atomic = FREE;
#endif
static struct {
  _Alignas(256) long double _Complex sum;
} all[MOST];
static struct {
  _Alignas(256) uint64_t took, shortest;
} times[MOST];

/* The shortest update is what the machine's clock makes of it, and both this program and the measurement take it from
 * all: so they may differ by what it goes on by at least, in ns. */
static uint64_t tick(void) {
  uint64_t least = IF_REAL(1000, 0);
  for (int i = 0; i < IF_REAL(1000, 0); i++) {
    uint64_t begin = now(), end;
    while ((end = now()) == begin)
      ;
    least = SMALLER(least, end - begin);
  }
  return least;
}

static long double added(int i) {
#ifdef FIXED
  (void)i;
  cost(FREE);
#else
  cost(i % 8 ? HOT : FREE);
#endif
  return 1.5L;
}

int main(void) {
  uint64_t severity = 0;
  pair_begin();
  /* What it takes until the first team's threads are there is no matter of the atomic. */
#pragma omp parallel
  times[omp_get_thread_num()].took = 0;
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    uint64_t took = 0, shortest = UINT64_MAX;
#ifdef FIXED
    long double _Complex *sum = &all[me].sum;
#else
    long double _Complex *sum = &all[0].sum;
#endif
    for (int i = 0; i < UPDATES; i++) {
      uint64_t begin = now();
#line 100
#pragma omp atomic
      *sum += added(i);
      uint64_t time = now() - begin;
      took += time;
      shortest = SMALLER(shortest, time);
    }
    times[me].took = took;
    times[me].shortest = shortest;
    MEET();
  }
  uint64_t shortest = UINT64_MAX;
  for (int i = 0; i < omp_get_max_threads(); i++)
    shortest = SMALLER(shortest, times[i].shortest);
  for (int i = 0; i < omp_get_max_threads(); i++)
    severity += times[i].took - UPDATES * shortest;
  PAIR_TRUTH("hot_atomic", 100, severity, ", \"unsure_ns\": %llu, \"cost\": true, \"least_times\": 4",
             (unsigned long long)(tick() * UPDATES * (uint64_t)omp_get_max_threads()));
  return 0;
}
