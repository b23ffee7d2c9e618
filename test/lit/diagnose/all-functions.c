// A program whose functions all have constructs is told to measure the others only if it was not compiled to: descriptors say so.
// RUN: rm -rf %t && mkdir -p %t && cd %t && %pomp_clang %clock -O1 -g %s -o a && %pomp_clang %clock -O1 -g --pomp-functions=all %s -o b
// RUN: env OMP_NUM_THREADS=2 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e ./a && %pomp_report --diagnose --json e | FileCheck %s --check-prefixes=ANY,SOME
// RUN: env OMP_NUM_THREADS=2 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=f ./b && %pomp_report --diagnose --json f | FileCheck %s --check-prefixes=ANY --implicit-check-not=pomp-functions
// ANY: "property": "serial_time"
// ANY: "region": "main()"
// SOME: "advice": "Make it parallel, or shorter. What it calls counts here unless it is measured (--pomp-functions=all).
#include "test_clock.h"

static void both(int work) {
#pragma omp parallel
  clock_work(work * CLOCK_MS);
}

int main(void) {
  clock_start();
#pragma omp parallel
  clock_work(0);
  clock_work(100 * CLOCK_MS);
  both(100);
  return 0;
}
