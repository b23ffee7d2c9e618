// What the compiler saw is in the object and in the experiment, in both ways to parse, and is shown where there is time behind it.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// DEFINE: %{flags} =
// DEFINE: %{run} = %pomp_clang %clock -O2 -g %{flags} %s -o a && env OMP_NUM_THREADS=2 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e ./a && %pomp_report --diagnose e | \
// DEFINE:   FileCheck %s --implicit-check-not="Look at" --check-prefix
// RUN: %{run} NOTED
// REDEFINE: %{flags} = --pomp-parse=twice
// RUN: rm -rf e && %{run} NOTED
// REDEFINE: %{flags} = -x c++ -std=c++17 -lstdc++
// RUN: rm -rf e && %{run} NOTED
// Few descriptors are in one table.
// REDEFINE: %{flags} = -DMANY
// RUN: rm -rf e && %{run} NOTED
// REDEFINE: %{flags} = -DAPART
// RUN: rm -rf e && %{run} QUIET
// An object of gcc has no notes, and is measured as ever.
// RUN: rm -rf e && %clang -fopenmp -O1 -fplugin=%plugin -fplugin-arg-pompinst-emit=e.c -fsyntax-only -I %root/test/clock %s
// RUN: %clang -fopenmp -O1 -w e.c -o a %clock -lpompomp && env OMP_NUM_THREADS=2 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e ./a && %pomp_report --diagnose e | FileCheck %s --check-prefix=QUIET
// NOTED: nothing that costs a hundredth of the wall time was found
// NOTED-NEXT: Look at {{.*}}seen-by-compiler.c:50 (parallel in main, 0.300 s):
// QUIET: nothing that costs a hundredth of the wall time was found
#include "test_clock.h"

#ifdef APART
static long counts[64][8];
#define COUNT counts[omp_get_thread_num()][0]
#else
static long counts[64];
#define COUNT counts[omp_get_thread_num()]
#endif
static struct clock_meeting ends[2];

#ifdef MANY
#define ONE PRAGMA(omp masked) clock_work(0);
#define PRAGMA(text) _Pragma(#text)
#define TEN ONE ONE ONE ONE ONE ONE ONE ONE ONE ONE
void many(void);
void many(void) { TEN TEN TEN TEN TEN TEN TEN }
#endif

int main(void) {
  clock_start();
  for (int team = 0; team < 2; team++) { /* the first team's barrier may be missing */
#pragma omp parallel
    {
#line 49
      for (int i = 0; i < 300; i++)
        COUNT++;
      clock_work(team * 300 * CLOCK_MS);
      clock_meet(&ends[team], 0);
    }
  }
  return 0;
}
