// This program is one that a configure script makes: built with OpenMP, it runs something that is instrumented, yet forks
// no region. It prints nothing more than before and leaves nothing behind.
// UNSUPPORTED: traced
// RUN: %fresh && %program %s -o a
// RUN: mkdir run && cd run && ../a > ../out 2> ../err && cd .. && count 0 < err && ls -A run | count 0
// RUN: echo yes | diff - out
// RUN: cd run && not ../a fail && cd .. && ls -A run | count 0
// One that is asked for by its directory leaves it, and a line says what it lacks.
// RUN: mkdir chosen && env POMP_EXPERIMENT_DIR=chosen ./a 2> err && ls -A chosen | count 2 && grep "no parallel, teams or target construct was executed" err
// One that forks a region does leave its experiment.
// RUN: mkdir forks && cd forks && ../a fork more 2> ../err && cd .. && ls -A forks | count 1
#include "regions.h"
#include <stdio.h>

REGION(critical, "critical", 1);
REGION(par, "parallel", 2);

int main(int argc, char **argv) {
  (void)argv;
  omp_lock_t lock;
  POMP_Init();
  POMP_Init_lock(&lock);
  POMP_Destroy_lock(&lock);
  POMP_Critical_enter(&critical);
  POMP_Critical_begin(&critical);
  POMP_Critical_end(&critical);
  POMP_Critical_exit(&critical);
  puts("yes");
  if (argc > 2) {
    POMP_Parallel_fork(&par);
    POMP_Parallel_join(&par);
  }
  return argc == 2;
}
