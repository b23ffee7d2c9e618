// All threads update one variable, of a type that takes a lock of the atomic library's. In the fixed program each has its own.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O2 -g -I%S/../Inputs %s -o bad -latomic && %pomp_clang -O2 -g -DFIXED -I%S/../Inputs %s -o fixed -latomic
// RUN: %pair ./bad ./fixed 2
// RUN: %pair ./bad ./fixed 4
#include "pair.h"
#include <omp.h>

enum { MOST = 64, UPDATES = 600000 };

static struct {
  _Alignas(256) long double _Complex sum;
} all[MOST];
static struct {
  _Alignas(256) double took, shortest;
} times[MOST];

/* Returns by how much the clock goes on at least, in seconds. */
static double tick(void) {
  double least = 1;
  for (int i = 0; i < 1000; i++) {
    double begin = now(), end;
    while ((end = now()) == begin)
      ;
    least = end - begin < least ? end - begin : least;
  }
  return least;
}

int main(void) {
  double severity = 0;
  /* What it takes until the first team's threads are there is no matter of the atomic. */
#pragma omp parallel
  times[omp_get_thread_num()].took = 0;
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
  /* The shortest one is what the clock makes of it, and both this program and the measurement take it from all. */
  double unsure = (double)UPDATES * omp_get_max_threads() * tick();
  printf("{\"property\": \"hot_atomic\", \"line\": 100, \"severity_s\": %.9f, \"unsure_s\": %.9f, \"cost\": true, "
         "\"least_times\": 4}\n",
         severity, unsure);
  return 0;
}
