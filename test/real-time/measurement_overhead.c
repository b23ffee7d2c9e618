// A region that does next to nothing is visited very often. In the fixed program it is none. The program knows what the visits cost: it
// does the same without the region as well. What measuring costs is an estimate, and within 30 % (docs/report.md).
// This needs the real clock: by one that the test sets, measuring costs nothing.
// RUN: %fresh && %pomp_clang -O1 -g -DPAIR_REAL -I%root/test/lit/diagnose/Inputs -I%root/bench %s -o bad
// RUN: %pomp_clang -O1 -g -DPAIR_REAL -DFIXED -I%root/test/lit/diagnose/Inputs -I%root/bench %s -o fixed
// RUN: %python %root/bench/pair_times.py %pomp_report ./bad ./fixed 2
#include "pair.h"

enum { VISITS = 3000000 };

static _Thread_local volatile unsigned sum;

static void plain(void) {
  for (int i = 0; i < VISITS; i++)
    sum = sum * 3 + 1;
}

#ifdef FIXED
static void with_region(void) { plain(); }
#else
static void with_region(void) {
  for (int i = 0; i < VISITS; i++) {
#pragma pomp inst begin(step)
    sum = sum * 3 + 1;
#pragma pomp inst end(step)
  }
}
#endif

int main(void) {
  uint64_t severity = 0;
#pragma omp parallel reduction(+ : severity)
  {
    uint64_t begin = pair_clock(CLOCK_THREAD_CPUTIME_ID);
    plain();
    uint64_t between = pair_clock(CLOCK_THREAD_CPUTIME_ID);
    with_region();
    severity = pair_clock(CLOCK_THREAD_CPUTIME_ID) - between - (between - begin);
  }
  PAIR_TRUTH("measurement_overhead", 0, severity, ", \"cost\": true, \"near\": 0.3");
  return 0;
}
