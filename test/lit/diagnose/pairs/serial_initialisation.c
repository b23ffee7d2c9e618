// One thread sets up what all could, before the first team. The fixed program shares that work among all threads. What is serial between teams is something else.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g %pair_flags %s -o bad && %pomp_clang -O1 -g -DFIXED %pair_flags %s -o fixed
// RUN: %pair ./bad ./fixed 2
// RUN: %pair ./bad ./fixed 4
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=both OMP_NUM_THREADS=2 ./bad && %pomp_report --diagnose both > both.out && FileCheck %s < both.out
// CHECK-DAG: serial code before the first team while threads are idle: region(setup)
// CHECK-DAG: serial code while threads are idle: region(between)
#include "pair.h"
#include <omp.h>

enum { ROUNDS = 40, PARTS = 4 };

int main(void) {
  pair_start();
  uint64_t begin = now();
#ifdef FIXED
  pair_first_team();
#pragma omp parallel for schedule(static)
  for (int i = 0; i < PARTS; i++)
    work(60000);
#else
#line 100
#pragma pomp inst begin(setup)
  for (int i = 0; i < PARTS; i++)
    work(60000);
#pragma pomp inst end(setup)
  pair_first_team();
#endif
  uint64_t took = now() - begin;
  for (int round = 0; round < ROUNDS; round++) {
#pragma omp parallel
    work(3000);
#line 200
#pragma pomp inst begin(between)
    work(1000);
#pragma pomp inst end(between)
  }
  pair_truth("serial_initialisation", 100, took * (unsigned)(omp_get_max_threads() - 1));
  return 0;
}
