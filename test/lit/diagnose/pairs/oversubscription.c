// Teams have twice as many members as there are processors, and members that wait for the others spin: so they keep those from
// the processors (mode `flat`), or spin at a barrier within the team (mode `steps`); or nested teams have (mode `nested`). In the fixed program there are as many as processors, with the same work.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g %pair_flags %s -o bad && %pomp_clang -O1 -g -DFIXED %pair_flags %s -o fixed
// RUN: env %spins %pair ./bad ./fixed 2 flat
// RUN: env %spins %pair ./bad ./fixed 2 steps
// RUN: env %spins %pair ./bad ./fixed 2 nested
#include "pair.h"
#include <omp.h>
#include <string.h>

enum { MOST = 64, ROUNDS = 60, WORK = 2000 };

#ifdef FIXED
enum { TIMES = 1, SPIN = 0 };
#else
enum { TIMES = 2, SPIN = 1000000 /* ns */ };
#endif

#ifdef PAIR_REAL
static int processors(void) { return omp_get_num_procs(); }
static void member(int size) {
  (void)size;
  work(2 * WORK / TIMES);
}
#else
static int processors(void) { return (int)(__pomp_cpus = 2); }
static uint64_t ready(void) { return 2 * TIMES * __pomp_ready; }

/* Each member works for 2 ms, is ready for 3 ms, and spins for 1 ms until the last one has come: 2 processors have been busy
 * for 6 ms then. */
static void member(int size) {
  work(2 * WORK / TIMES);
#ifdef FIXED
  (void)size;
#else
  TOGETHER(size);
  if (omp_get_thread_num() == 0 && omp_get_ancestor_thread_num(1) == 0) /* one of all */
    __pomp_ready += 3 * CLOCK_MS;
  TOGETHER(size);
  work(3 * WORK / 2);
#endif
}
#endif

static void flat(int procs) {
  int size = procs * TIMES;
  for (int round = 0; round < ROUNDS; round++)
#pragma omp parallel num_threads(size)
  {
    member(size);
    MEET();
    lasts(SPIN);
  }
}

/* Each member works for 2 ms, and waits for 4 ms, for 3 ms of which it is ready: 2 processors have been busy for 6 ms then. */
static void steps(int procs) {
  int size = procs * TIMES;
  for (int round = 0; round < ROUNDS; round++)
#pragma omp parallel num_threads(size)
  {
    work(2 * WORK / TIMES);
    MEET();
    lasts(4 * SPIN);
#ifndef PAIR_REAL
    TOGETHER(size);
    if (SPIN && omp_get_thread_num() == 0)
      __pomp_ready += 3 * CLOCK_MS;
    TOGETHER(size);
#endif
#pragma omp barrier
    MEET();
  }
}

static void nested(int outer) {
  static struct meeting ends[MOST];
  omp_set_max_active_levels(2);
  for (int round = 0; round < ROUNDS; round++)
#pragma omp parallel num_threads(outer)
  {
    int team = omp_get_thread_num();
    forks();
#line 200
#pragma omp parallel num_threads(TIMES)
    {
      member(outer * TIMES);
      meet(&ends[team], round);
      lasts(SPIN);
    }
  }
}

int main(int argc, char **argv) {
  int is_nested = argc > 1 && strcmp(argv[1], "nested") == 0, procs = processors();
  pair_begin();
  if (is_nested)
    nested(procs);
  else if (argc > 1 && strcmp(argv[1], "steps") == 0)
    steps(procs);
  else
    flat(procs);
  PAIR_TRUTH("oversubscription", is_nested ? 200 : 0, ready(), ", \"crowds\": true");
  return 0;
}
