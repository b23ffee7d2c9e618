// A taskloop makes a task of each iteration, for which threads wait longer than the task works. The fixed program makes tasks of six.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g %pair_flags %s -o bad && %pomp_clang -O1 -g -DFIXED %pair_flags %s -o fixed
// RUN: %pair ./bad ./fixed 2
#include "pair.h"
#include <omp.h>

enum { MOST = 64, ROUNDS = 500, ITERATIONS = 12, EACH = 1 /* us */, LONGER = 2000 /* ns a task */ };
#ifdef FIXED
enum { GRAIN = 6 };
#else
enum { GRAIN = 1 };
#endif

static struct {
  _Alignas(256) uint64_t worked, begin, end;
} times[MOST];

int main(void) {
  static struct meeting loops, single;
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
      const uint64_t end = now() + ITERATIONS / 2 * EACH * 1000 + (GRAIN == 1 ? ITERATIONS * LONGER : 0);
#line 100
#pragma omp taskloop grainsize(GRAIN)
      for (int i = 0; i < ITERATIONS; i++) {
        TOGETHER(2);
        uint64_t begin = now();
        work(EACH);
        times[omp_get_thread_num()].worked += now() - begin;
        clock_raise(&loops.latest[round], end);
      }
    }
    meet(&single, 0);
    }
    times[omp_get_thread_num()].end = now();
  }
  for (int i = 0; i < omp_get_max_threads(); i++)
    severity += times[i].end - times[i].begin - times[i].worked;
  PAIR_TRUTH("fine_tasks", 100, severity, ", \"advice\": \"let a task have 50 times as many of the taskloop's iterations (grainsize)\"");
  return 0;
}
