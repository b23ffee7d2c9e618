// pomp-report --suggest-functions: the functions that the next compile is to measure. Those with time stay, of their own or in constructs,
// and the others are left out, among them the one that is called often and does little: its time is then that of its caller, which stays for it.
// While the measurement starts, each reading of the clock takes 100 ns, so a pair of events takes 200, and a visit of a function 1.28 of that. The
// run takes 121 ms, and 50000 visits of `tiny` are 12.8 ms of measuring.
// RUN: rm -rf %t && mkdir -p %t && cd %t && %pomp_clang %clock -O1 -g --pomp-functions=all %s -o a
// RUN: env OMP_NUM_THREADS=1 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e ./a
// RUN: %pomp_report --suggest-functions kept e > table.txt 2> said.txt
// RUN: FileCheck %s --check-prefix=SAID < said.txt && FileCheck %s --check-prefix=FILE < kept && FileCheck %s --check-prefix=TABLE < table.txt
// SAID: pomp-report: kept: it keeps 4 of 7 functions, with 0.050 s of self time, and leaves out those with 0.011 s, which become that of the regions around
// SAID-NEXT: pomp-report: kept: measuring takes 11.{{[0-9]+}} % of threads × wall, and 0.2{{[0-9]}} % when compiled with --pomp-functions=all --pomp-filter=kept
// FILE: # Suggested by pomp-report --suggest-functions for a.
// FILE-NEXT: # It is for pomp-clang --pomp-functions=all --pomp-filter=FILE.
// FILE: EXCLUDE
// FILE-NEXT: {{^}}    tiny # 50000 visits, self 0.010 s
// FILE-NEXT: {{^}}    main # 1 visits
// FILE-NEXT: {{^}}    rare # 1 visits
// FILE-NEXT: SCOREP_REGION_NAMES_END
// TABLE: {{^  out .* tiny\(\)$}}
// TABLE: {{parallel .*carries call paths$}}
//
// The next compile has these, and they have the time of those that they call.
// RUN: %pomp_clang %clock -O1 -g --pomp-functions=all --pomp-filter=kept %s -o b && env OMP_NUM_THREADS=1 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=f ./b
// RUN: %pomp_report --flat --csv --columns self_s,region --region "^[a-z]*\\(\\)$" --sort -self_s f | FileCheck %s --check-prefix=NEXT
// NEXT: self_s,region
// NEXT-NEXT: {{^}}0.000000000,shares()
// NEXT-NEXT: {{^}}0.010000000,calls()
// NEXT-NEXT: {{^}}0.020000000,often()
// NEXT-NEXT: {{^}}0.030000000,works()
// NEXT-NOT: {{.}}
//
// The finding about what measuring takes names the way.
// RUN: %pomp_report --diagnose --json e | FileCheck %s --check-prefix=FINDING
// FINDING: "property": "measurement_overhead"
// FINDING: "advice": "Leave out what is visited most often and does least: tiny() {{.*}}. pomp-report --suggest-functions FILE writes the list: compile with --pomp-functions=all --pomp-filter=FILE, since
//
// Less measuring is asked for than is left when those are out: the finest of the others follow, as far as that saves something.
// RUN: %pomp_report --overhead 0.00001 --suggest-functions less e 2> less.said | FileCheck %s --check-prefix=LESS && grep "less: it keeps 3 of 7 functions" less.said && grep "^    often #" less
// LESS: what may be left out is not enough for that: the rest is no function
//
// Where none but functions with constructs was measured, there is nothing to choose.
// RUN: %pomp_clang %clock -O1 -g %s -o c && env OMP_NUM_THREADS=1 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=g ./c
// RUN: not %pomp_report --suggest-functions none g 2>&1 | FileCheck %s --check-prefix=NONE && not test -e none
// NONE: {{^}}pomp-report: g/profile.pomp: it has no functions but those with constructs in them: compile with --pomp-functions=all, run again, then ask for --suggest-functions{{$}}
// RUN: not %pomp_report --suggest-functions x --suggest-filter y e 2>&1 | FileCheck %s --check-prefix=BOTH
// BOTH: --suggest-filter and --suggest-functions are written apart: ask for one at a time
#include "test_clock.h"

enum { CALLS = 50000 };

static uint64_t starts(void) {
  static uint64_t time = CLOCK_BEGIN;
  return time += 100;
}
uint64_t (*__pomp_ask)(void) = starts;

#define APART __attribute__((noinline))
#define BODY(...)                                                                                                      \
  {                                                                                                                    \
    for (volatile int i = 0; i < 1; i++)                                                                               \
      clock_work(0);                                                                                                   \
    __VA_ARGS__;                                                                                                       \
  }
APART static void tiny(void) BODY(clock_work(200)) /* too fine */
APART static void rare(void) BODY(clock_work(CLOCK_MS)) /* too short */
APART static void calls(void) BODY(for (int k = 0; k < CALLS; k++) tiny())
APART static void works(void) BODY(clock_work(30 * CLOCK_MS))
APART static void often(void) BODY(clock_work(20 * CLOCK_US))
APART static void shares(void) {
#pragma omp parallel
  clock_work(60 * CLOCK_MS);
}

int main(void) {
  clock_start();
  calls();
  works();
  for (int k = 0; k < 1000; k++)
    often();
  rare();
  shares();
  return 0;
}
