// A region that does next to nothing is visited very often. In the fixed program it is none. The program knows what the visits cost: it
// does the same without the region as well. What measuring costs is an estimate, and within 30 % (docs/report.md).
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g -I%S/../Inputs %s -o bad && %pomp_clang -O1 -g -DFIXED -I%S/../Inputs %s -o fixed
// RUN: %pair ./bad ./fixed 2
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
  double severity = 0;
#pragma omp parallel reduction(+ : severity)
  {
    double begin = pair_clock(CLOCK_THREAD_CPUTIME_ID);
    plain();
    double between = pair_clock(CLOCK_THREAD_CPUTIME_ID);
    with_region();
    severity = pair_clock(CLOCK_THREAD_CPUTIME_ID) - between - (between - begin);
  }
  printf("{\"property\": \"measurement_overhead\", \"line\": null, \"severity_s\": %.9f, \"cost\": true, \"near\": 0.3}\n", severity);
  return 0;
}
