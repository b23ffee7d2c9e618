// A loop and sections that no parallel region is around are a finding, in a program of one thread and beside teams; what is called in a team as well is none.
// RUN: rm -rf %t && mkdir -p %t && cd %t && %pomp_clang -O1 -g %pair_flags %s -o a
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=alone ./a && %pomp_report --diagnose --json alone | FileCheck %s --check-prefix=ALONE
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=beside OMP_NUM_THREADS=4 ./a beside && %pomp_report --diagnose --json beside | FileCheck %s --check-prefix=BESIDE
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=called OMP_NUM_THREADS=4 ./a called && %pomp_report --diagnose --json called > out && grep -A9 no_team out > found && not grep '"line": 100' found
// ALONE: "property": "no_team"
// ALONE: "line": 100,
// ALONE: "severity_s": 0.08{{(0+[0-9])?,}}
// ALONE: "saving_s": 0.06{{(0+[0-9])?,}}
// ALONE: "advice": "No parallel region is around it, so that one thread does all of it: write parallel in its directive, or call its function in a parallel region, of 4 threads."
// ALONE: "property": "no_team"
// ALONE: "line": 200,
// BESIDE: "property": "no_team"
// BESIDE: "line": 100,
#include "pair.h"
#include <string.h>

static void loop(void) {
#line 100
#pragma omp for nowait
  for (int i = 0; i < 8; i++)
    work(10000);
}

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
  __pomp_cpus = 4;
  pair_start();
  if (*how) {
#pragma omp parallel
    if (strcmp(how, "called") == 0)
      loop();
  }
  loop();
#line 200
#pragma omp sections
  {
#pragma omp section
    work(10000);
#pragma omp section
    work(10000);
  }
  return 0;
}
