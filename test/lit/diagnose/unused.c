// Processors that no thread uses are a finding with its cure: one thread in parallel regions where four processors are free for it, whatever made
// it one; two threads that take turns on one of the machine's eight processors; and four threads that a control group lets have the time of one and a half. Where each thread has a processor there is none.
// RUN: rm -rf %t && mkdir -p %t && cd %t && %pomp_clang -O1 -g %pair_flags %s -o a && %pomp_clang -O1 -g -DQUOTA=1500 %pair_flags %s -o l
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=alone OMP_NUM_THREADS=1 ./a alone && %pomp_report --diagnose --json alone | FileCheck %s --check-prefixes=ANY,ALONE
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=if OMP_NUM_THREADS=4 ./a if && %pomp_report --diagnose --json if | FileCheck %s --check-prefix=IF
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=set OMP_NUM_THREADS=4 ./a set && %pomp_report --diagnose --json set | FileCheck %s --check-prefix=SET
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=clause OMP_NUM_THREADS=4 ./a clause && %pomp_report --diagnose --json clause | FileCheck %s --check-prefix=CLAUSE
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=limit OMP_NUM_THREADS=4 OMP_THREAD_LIMIT=1 ./a limit && %pomp_report --diagnose --json limit | FileCheck %s --check-prefix=LIMIT
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=bound OMP_NUM_THREADS=2 ./a bound && %pomp_report --diagnose --json bound | FileCheck %s --check-prefixes=ANY,BOUND
// RUN: %pomp_report --diagnose bound > bound.txt && not grep -i "measure again" bound.txt
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=limited OMP_NUM_THREADS=4 ./l limited && %pomp_report --diagnose --json limited | FileCheck %s --check-prefixes=ANY,LIMITED
// RUN: %pomp_report --diagnose limited | FileCheck %s --check-prefix=TOLD
// RUN: %python %S/Inputs/healthy.py %pomp_report ./a 2 full
// RUN: %python %S/Inputs/healthy.py %pomp_report ./l 2 unlimited
// ANY: "property": "unused_processors"
// ANY: "line": 100,
// ALONE: "severity_s": 0.3{{(0+4)?,}}
// ALONE: "saving_s": 0.075{{(0+1+)?,}}
// ALONE: "advice": "The program has one thread, and could run on 4 processors: OMP_NUM_THREADS is 1 in the environment. Where nothing sets it, there is a thread for each processor."
// IF: "property": "unused_processors"
// IF: "line": 200,
// IF: "advice": "The program has one thread, and could run on 4 processors: its if clause may be false. Else look for omp_set_num_threads in the source and in libraries.
// SET: "advice": "The program has one thread, and could run on 4 processors: nothing in the environment makes it so: look for omp_set_num_threads and
// CLAUSE: "advice": "The program has one thread, and could run on 4 processors: its directive has num_threads(1).
// LIMIT: "advice": "The program has one thread, and could run on 4 processors: OMP_THREAD_LIMIT is 1 in the environment.
// BOUND: "severity_s": 0.1{{(0+1)?,}}
// BOUND: "saving_s": 0.05{{(0+[0-9])?,}}
// BOUND: "advice": "Its 2 threads take turns on 1 of the machine's 8 processors, as they may run on no other: under mpirun, --bind-to none or --map-by slot:PE=2;
// LIMITED: "severity_s": 0.25{{(0+[0-9])?,}}
// LIMITED: "saving_s": 0.0625{{(0+[0-9])?,}}
// LIMITED: "processors": 1.5,
// LIMITED: "throttled_ns": 50000000.0
// LIMITED: "advice": "A control group gives its 4 threads the time of 1.50 processors, and holds them back: raise the control group's limit (cpu.max; docker --cpus, limits.cpu in Kubernetes, CPUQuota in systemd), or start no more threads than it has room for (OMP_NUM_THREADS=1)."
// TOLD: A control group limits the program to the time of 1.50 CPUs; threads in the group were held back for 0.050 s.
// TOLD: 1. processors that no thread uses: parallel
// TOLD: evidence: threads = 4, parallel = 100.00 ms, processors = 1.5, throttled = 50.00 ms
#include "pair.h"
#include <omp.h>
#include <string.h>

enum { STEPS = 10 };
uint32_t __pomp_online = 8;
#ifdef QUOTA
uint32_t __pomp_quota = QUOTA;
#endif

static const char *how;
static bool is(const char *mode) { return strcmp(how, mode) == 0; }

static void member(void) {
  if (is("bound")) { /* each of both has the processor half of the time */
    TOGETHER(2);
    if (omp_get_thread_num() == 0)
      __pomp_ready += 5 * CLOCK_MS;
    TOGETHER(2);
  }
  if (is("limited") && omp_get_thread_num() == 0)
    __atomic_add_fetch(&__pomp_throttled, 5 * CLOCK_MS, __ATOMIC_RELAXED);
  work(10000);
  MEET();
}

int main(int argc, char **argv) {
  how = argc > 1 ? argv[1] : "";
  __pomp_cpus = is("bound") ? 1 : is("full") || is("unlimited") ? 2 : 4;
  clock_start();
  if (is("set"))
    omp_set_num_threads(1);
  if (!is("if") && !is("clause"))
    pair_begin();
  for (int i = 0; i < STEPS; i++)
    if (is("if")) {
#line 200
#pragma omp parallel if (argc > 2)
      member();
    } else if (is("clause")) {
#line 300
#pragma omp parallel num_threads(1)
      member();
    } else {
#line 100
#pragma omp parallel
      member();
    }
  return 0;
}
