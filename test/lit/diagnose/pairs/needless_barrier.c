// Each member waits at one of two barriers only, so without the first one nobody would wait. The fixed program has nowait there.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g -I%S/../Inputs %s -o bad && %pomp_clang -O1 -g -DFIXED -I%S/../Inputs %s -o fixed
// RUN: %pair ./bad ./fixed 2 loop
// RUN: %pair ./bad ./fixed 4 loop
// RUN: %pair ./bad ./fixed 2 barrier
// RUN: %pair ./bad ./fixed 4 barrier
#include "pair.h"
#include <omp.h>
#include <string.h>

enum { MOST = 64, ROUNDS = 25, SHORT = 1500, LONG = 6000 };

#ifdef FIXED
#define NOWAIT nowait
#else
#define NOWAIT
#endif

/* Each member adds up here how long it waited at the barriers. */
static double came[MOST], waits[2][MOST];

static void waited(int barrier, int me) {
  waits[barrier][me] += now() - came[me];
}

static void by_loop(int me, int size) {
#line 100
#pragma omp for schedule(static) NOWAIT
  for (int i = 0; i < size; i++) {
    work(i % 2 ? LONG : SHORT);
    came[me] = now();
  }
  waited(0, me);
#line 120
#pragma omp for schedule(static)
  for (int i = 0; i < size; i++) {
    work(i % 2 ? SHORT : LONG);
    came[me] = now();
  }
  waited(1, me);
}

static void by_barrier(int me) {
  work(me % 2 ? LONG : SHORT);
  came[me] = now();
#line 200
#ifndef FIXED
#pragma omp barrier
#endif
  waited(0, me);
  work(me % 2 ? SHORT : LONG);
  came[me] = now();
#line 220
#pragma omp barrier
  waited(1, me);
}

int main(int argc, char **argv) {
  int is_loop = argc > 1 && strcmp(argv[1], "loop") == 0, size = omp_get_max_threads();
  for (int round = 0; round < ROUNDS; round++) {
#pragma omp parallel
    {
      if (is_loop)
        by_loop(omp_get_thread_num(), size);
      else
        by_barrier(omp_get_thread_num());
    }
  }
  double least = 1e9, least_here = 1e9, least_next = 1e9, most_here = 0;
  for (int i = 0; i < size; i++) {
    double here = waits[0][i], next = waits[1][i];
    least = here + next < least ? here + next : least;
    least_here = here < least_here ? here : least_here;
    most_here = here > most_here ? here : most_here;
    least_next = next < least_next ? next : least_next;
  }
  least -= least_here + least_next;
  most_here -= least_here;
  pair_truth("needless_barrier", is_loop ? 100 : 201, size * (least < most_here ? least : most_here));
  return 0;
}
