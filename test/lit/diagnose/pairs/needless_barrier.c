// Each member waits at one of two barriers only, so without the first one nobody would wait. The fixed program has nowait there. With
// `turn` who waits at which changes each time, so that all members wait the same in all.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g %pair_flags %s -o bad && %pomp_clang -O1 -g -DFIXED %pair_flags %s -o fixed
// RUN: %pair ./bad ./fixed 2 loop
// RUN: %pair ./bad ./fixed 4 loop
// RUN: %pair ./bad ./fixed 2 barrier
// RUN: %pair ./bad ./fixed 4 barrier
// RUN: %pair ./bad ./fixed 2 turn
// RUN: %pair ./bad ./fixed 4 turn
#include "pair.h"
#include <omp.h>
#include <string.h>

enum { MOST = 64, ROUNDS = 25, SHORT = 1500, LONG = 6000 };

#ifdef FIXED
#define NOWAIT nowait
#define MEET_HERE() (void)0
#else
#define NOWAIT
#define MEET_HERE MEET
#endif

/* Each member adds up here how long it waited at the barriers. */
static uint64_t came[MOST], waits[2][MOST];

static void waited(int barrier, int me) {
  waits[barrier][me] += now() - came[me];
}

static void by_loop(int me, int size) {
  MEET_HERE();
#line 100
#pragma omp for schedule(static) NOWAIT
  for (int i = 0; i < size; i++) {
    work(i % 2 ? LONG : SHORT);
    came[me] = now();
  }
  waited(0, me);
  MEET();
#line 120
#pragma omp for schedule(static)
  for (int i = 0; i < size; i++) {
    work(i % 2 ? SHORT : LONG);
    came[me] = now();
  }
  waited(1, me);
}

static void by_barrier(int me, int turn) {
  work((me + turn) % 2 ? LONG : SHORT);
  came[me] = now();
  MEET_HERE();
#line 200
#ifndef FIXED
#pragma omp barrier
#endif
  waited(0, me);
  work((me + turn) % 2 ? SHORT : LONG);
  came[me] = now();
  MEET();
#line 220
#pragma omp barrier
  waited(1, me);
}

int main(int argc, char **argv) {
  pair_begin();
  int is_loop = argc > 1 && strcmp(argv[1], "loop") == 0, size = omp_get_max_threads();
  int in_turn = argc > 1 && strcmp(argv[1], "turn") == 0;
  for (int round = 0; round < ROUNDS; round++) {
#pragma omp parallel
    {
      if (is_loop)
        by_loop(omp_get_thread_num(), size);
      else
        by_barrier(omp_get_thread_num(), in_turn * round);
    }
  }
  uint64_t least = UINT64_MAX, least_here = least, least_next = least, most_here = 0;
  for (int i = 0; i < size; i++) {
    least = SMALLER(least, waits[0][i] + waits[1][i]);
    least_here = SMALLER(least_here, waits[0][i]);
    most_here = LARGER(most_here, waits[0][i]);
    least_next = SMALLER(least_next, waits[1][i]);
  }
  least -= least_here + least_next;
  most_here -= least_here;
  uint64_t saved = in_turn ? ROUNDS * (uint64_t)(LONG - SHORT) * CLOCK_US : SMALLER(least, most_here);
  pair_truth("needless_barrier", is_loop ? 100 : 201, (unsigned)size * saved);
  return 0;
}
