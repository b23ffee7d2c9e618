// The grainsize of a taskloop is so large that two threads have three tasks. The fixed program makes several tasks a thread.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g %pair_flags %s -o bad && %pomp_clang -O1 -g -DFIXED %pair_flags %s -o fixed
// RUN: %pair ./bad ./fixed 2
// With more threads some would have nothing to do in all rounds, which is another finding (idle_threads).
#include "pair.h"
#include <omp.h>

enum { MOST = 64, ROUNDS = 25, ITERATIONS = 12, EACH = 500 };
#ifdef FIXED
enum { GRAIN = 1 };
#else
enum { GRAIN = 4 };
#endif

static struct {
  _Alignas(256) uint64_t worked, begin, end;
} times[MOST];


int main(void) {
  static struct meeting loops, single;
#ifndef FIXED
  static int begun;
#endif
  uint64_t severity = 0;
  pair_begin();
#pragma omp parallel
  {
    MEET();
#pragma omp barrier
    times[omp_get_thread_num()].begin = now();
    meet(&single, 0);
#pragma omp single
    {
    for (int round = 0; round < ROUNDS; round++) {
      meet(&loops, round);
#line 100
#pragma omp taskloop grainsize(GRAIN)
      for (int i = 0; i < ITERATIONS; i++) {
#ifdef FIXED
        TOGETHER(2);
#else
        if (i % GRAIN == 0) /* each thread has one of the first two tasks */
          together(&begun, 3 * round + 2);
#endif
        uint64_t begin = now();
        work(EACH);
        times[omp_get_thread_num()].worked += now() - begin;
        raises(&loops, round);
      }
    }
    meet(&single, 0);
    }
    times[omp_get_thread_num()].end = now();
  }
  for (int i = 0; i < omp_get_max_threads(); i++)
    severity += times[i].end - times[i].begin - times[i].worked;
  /* It may take 5 us to find a task and begin it; there are three in a round, or as many as iterations. */
  severity -= ROUNDS * (ITERATIONS / GRAIN) * 5000;
  PAIR_TRUTH("task_starvation", 100, severity, ", \"saving_ns\": %llu, \"advice\": \"grainsize(GRAIN)\"",
             (unsigned long long)severity / 2);
  return 0;
}
