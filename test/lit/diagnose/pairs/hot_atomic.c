// All threads update one variable, of a type that takes a lock of the atomic library's. In the fixed program each has its own.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O2 -g -I%S/../Inputs %s -o bad -latomic && %pomp_clang -O2 -g -DFIXED -I%S/../Inputs %s -o fixed -latomic
// RUN: %pair ./bad ./fixed 2
// RUN: %pair ./bad ./fixed 4
#include "pair.h"
#include <omp.h>

enum { MOST = 64, UPDATES = 300000 };

static struct {
  _Alignas(256) long double _Complex sum;
} all[MOST];
static struct {
  _Alignas(256) double took, shortest;
} times[MOST];

int main(void) {
  double severity = 0;
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    double took = 0, shortest = 1;
#ifdef FIXED
    long double _Complex *sum = &all[me].sum;
#else
    long double _Complex *sum = &all[0].sum;
#endif
    for (int i = 0; i < UPDATES; i++) {
      double begin = now();
#line 100
#pragma omp atomic
      *sum += 1.5L;
      double time = now() - begin;
      took += time;
      shortest = time < shortest ? time : shortest;
    }
    times[me].took = took;
    times[me].shortest = shortest;
  }
  double shortest = times[0].shortest;
  for (int i = 0; i < omp_get_max_threads(); i++)
    shortest = times[i].shortest < shortest ? times[i].shortest : shortest;
  for (int i = 0; i < omp_get_max_threads(); i++)
    severity += times[i].took - UPDATES * shortest;
  pair_cost("hot_atomic", 100, severity);
  return 0;
}
