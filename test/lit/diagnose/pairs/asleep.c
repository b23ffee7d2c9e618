// Members sleep in each iteration of a loop, all at the same time. The fixed program does not.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g %pair_flags %s -o bad && %pomp_clang -O1 -g -DFIXED %pair_flags %s -o fixed
// RUN: %pair ./bad ./fixed 2
// RUN: %pair ./bad ./fixed 4
#include "pair.h"
#include <omp.h>
#include <unistd.h>

enum { ROUNDS = 20, SLEEP = 3000 /* us */ };

#ifdef PAIR_REAL
static void rests(void) { usleep(SLEEP); }
#else
struct clock_switches *(*__pomp_switches_of_thread)(void) = clock_switches_of_thread;
static void rests(void) {
  clock_without_processor(SLEEP * CLOCK_US, false);
  if (omp_get_thread_num() == 0)
    __pomp_slept += SLEEP * CLOCK_US;
}
#endif

int main(void) {
  uint64_t severity = 0;
  int size = omp_get_max_threads();
  pair_begin();
  for (int round = 0; round < ROUNDS; round++) {
#pragma omp parallel
    {
#line 100
#pragma omp for schedule(static)
      for (int i = 0; i < size; i++) {
        work(2000);
#ifndef FIXED
        rests();
#endif
      }
      MEET();
    }
    severity += (uint64_t)size * SLEEP * 1000;
  }
  pair_advice("asleep", 100, severity, "POMP_SAMPLE=wall:1ms tells in which function");
  return 0;
}
