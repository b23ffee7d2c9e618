// The first team of a program has all of its times, as later ones have: what its members did, and how long they waited at its end. What
// the library makes at its first events counts for no member. test/lit/diagnose/system-loop.c has a first team without instrumentation.
// REQUIRES: default-clang
// RUN: rm -rf %t && mkdir -p %t && cd %t && %pomp_clang %clock -O1 -g %s -o a && env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e ./a
// RUN: %pomp_report --json e | %python %S/Inputs/first-team.py
#include "test_clock.h"

static struct clock_meeting end;

int main(int argc, char **argv) {
  (void)argc, (void)argv;
  clock_start();
#pragma omp parallel num_threads(2)
  {
    clock_work(omp_get_thread_num() ? 10 * CLOCK_MS : 20 * CLOCK_MS);
    clock_meet(&end, 0);
  }
  return 0;
}
