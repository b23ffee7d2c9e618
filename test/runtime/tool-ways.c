// By whatever ways the library comes into a process, and however often, the program is measured once: as the OpenMP runtime's tool, loaded
// before the program, linked with it; itself, copies of it, links to it; beside somebody else's tool; and by paths that lead nowhere.
// UNSUPPORTED: sanitized
// RUN: %fresh && %program %s -o linked && %clang -O1 -g -fopenmp -DPLAIN %s -o plain && %cc -shared -fPIC %inputs/second-tool.c -o second.so
// RUN: cp %libdir/libpompomp.so.1 copy.so && cp copy.so third.so && ln -s %libdir/libpompomp.so link.so && mkdir folder
// RUN: %clang -fopenmp -DPLAIN -shared -fPIC %s -o module.so && %clang -shared -fPIC %inputs/asking-tool.c -o asking.so
// RUN: %python %inputs/tool-ways.py %libdir
#ifndef PLAIN
#include "regions.h"
REGION(par, "parallel", 1);
#else
#define POMP_Parallel_fork(d)
#define POMP_Parallel_begin(d)
#define POMP_Parallel_end(d)
#define POMP_Parallel_join(d)
#endif
#include <stdio.h>

int main(void) {
  int sum = 0;
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2) reduction(+ : sum)
  {
    POMP_Parallel_begin(&par);
    sum++;
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  printf("%d\n", sum);
  return 0;
}
