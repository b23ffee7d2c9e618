// One member of a team does what the others wait for: in a single, in a master or masked before a barrier. The fixed program shares
// the same work out.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g -fopenmp-version=51 %pair_flags %s -o bad
// RUN: %pomp_clang -O1 -g -fopenmp-version=51 -DFIXED %pair_flags %s -o fixed
// RUN: %pair ./bad ./fixed 2 single
// RUN: %pair ./bad ./fixed 4 single
// RUN: %pair ./bad ./fixed 2 master
// RUN: %pair ./bad ./fixed 4 masked
#include "pair.h"
#include <omp.h>
#include <string.h>

enum { MOST = 64, ROUNDS = 25, BLOCK = 6000, REST = 2000 };

static uint64_t came[MOST], went[MOST], waits[MOST], began, ended;

#ifdef FIXED
static void share(void) { work(REST + (unsigned)(BLOCK / omp_get_num_threads())); }
#else
static void block(void) {
  began = now();
  work(BLOCK);
  ended = now();
}
#endif

static void by_single(void) {
#ifdef FIXED
  share();
#endif
  MEET();
#line 100
#pragma omp single
  {
#ifndef FIXED
    block();
#endif
  }
}

static void by_master(void) {
#ifdef FIXED
  share();
#endif
#line 200
#pragma omp master
  {
#ifndef FIXED
    block();
#endif
  }
  came[omp_get_thread_num()] = now();
  MEET();
#pragma omp barrier
}

static void by_masked(void) {
#ifdef FIXED
  share();
#endif
#line 300
#pragma omp masked filter(1)
  {
#ifndef FIXED
    block();
#endif
  }
  came[omp_get_thread_num()] = now();
  MEET();
#pragma omp barrier
}

int main(int argc, char **argv) {
  const char *mode = argc > 1 ? argv[1] : "single";
  int is_single = strcmp(mode, "single") == 0, is_master = strcmp(mode, "master") == 0, size = 1;
  uint64_t severity, block_sum = 0, others = 0;
  pair_begin();
  for (int round = 0; round < ROUNDS; round++) {
#pragma omp parallel
    {
#ifndef FIXED
      work(REST);
#endif
      if (omp_get_thread_num() == 0)
        size = omp_get_num_threads();
      came[omp_get_thread_num()] = now();
      if (is_single)
        by_single();
      else if (is_master)
        by_master();
      else
        by_masked();
      went[omp_get_thread_num()] = now();
    }
    block_sum += ended - began;
    for (int i = 0; i < size; i++)
      waits[i] += went[i] - came[i];
    waits[0] -= is_single ? ended - began : 0; /* the member that executes it waits less */
  }
  /* Others wait for a block no longer than it takes, and no longer than they wait in all. */
  for (int i = 0; i < size; i++)
    if (is_single)
      others += waits[i];
    else if (i != (is_master ? 0 : 1))
      others += SMALLER(waits[i], block_sum);
  severity = SMALLER(others, block_sum * (unsigned)(size - 1));
  pair_truth("serial_time", is_single ? 100 : is_master ? 200 : 300, severity);
  return 0;
}
