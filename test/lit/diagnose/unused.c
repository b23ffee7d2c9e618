// Processors that no thread uses are a finding with its cure: one thread in parallel regions where four processors are free for it, whatever made
// it one; and two threads that take turns on one of the machine's eight processors. Where each thread has a processor there is none.
// RUN: rm -rf %t && mkdir -p %t && cd %t && %pomp_clang -O1 -g %pair_flags %s -o a
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=alone OMP_NUM_THREADS=1 ./a alone && %pomp_report --diagnose --json alone | FileCheck %s --check-prefixes=ANY,ALONE
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=if OMP_NUM_THREADS=4 ./a if && %pomp_report --diagnose --json if | FileCheck %s --check-prefix=IF
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=bound OMP_NUM_THREADS=2 ./a bound && %pomp_report --diagnose --json bound | FileCheck %s --check-prefixes=ANY,BOUND
// RUN: %pomp_report --diagnose bound > bound.txt && not grep -i "measure again" bound.txt
// RUN: %python %S/Inputs/healthy.py %pomp_report ./a 2 full
// ANY: "property": "unused_processors"
// ANY: "line": 100,
// ALONE: "severity_s": 0.3{{(0+4)?,}}
// ALONE: "saving_s": 0.075{{(0+1+)?,}}
// ALONE: "advice": "The program has one thread, and could run on 4 processors: look at OMP_NUM_THREADS and OMP_THREAD_LIMIT
// IF: "property": "unused_processors"
// IF: "line": 200,
// IF: "advice": "The program has one thread, and could run on 4 processors: its if clause may be false. Else look at
// BOUND: "severity_s": 0.1{{(0+1)?,}}
// BOUND: "saving_s": 0.05{{(0+[0-9])?,}}
// BOUND: "advice": "Its 2 threads take turns on 1 of the machine's 8 processors, as they may run on no other: under mpirun, --bind-to none or --map-by slot:PE=2;
#include "pair.h"
#include <omp.h>
#include <string.h>

enum { STEPS = 10 };
uint32_t __pomp_online = 8;

static const char *how;
static bool is(const char *mode) { return strcmp(how, mode) == 0; }

static void member(void) {
  if (is("bound")) { /* each of both has the processor half of the time */
    TOGETHER(2);
    if (omp_get_thread_num() == 0)
      __pomp_ready += 5 * CLOCK_MS;
    TOGETHER(2);
  }
  work(10000);
  MEET();
}

int main(int argc, char **argv) {
  how = argc > 1 ? argv[1] : "";
  __pomp_cpus = is("bound") ? 1 : is("full") ? 2 : 4;
  clock_start();
  if (!is("if"))
    pair_begin();
  for (int i = 0; i < STEPS; i++)
    if (is("if")) {
#line 200
#pragma omp parallel if (argc > 2)
      member();
    } else {
#line 100
#pragma omp parallel
      member();
    }
  return 0;
}
