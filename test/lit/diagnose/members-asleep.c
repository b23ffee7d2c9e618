// Members for which others wait at a region's end may have slept, and not in OpenMP: then the work is not uneven, and a worksharing construct is no cure.
// RUN: rm -rf %t && mkdir -p %t && cd %t && cp %s a.c && %pomp_clang -O1 -g %pair_flags a.c -o a
// DEFINE: %{run} = env OMP_NUM_THREADS=2 POMP_SUMMARY=0
// RUN: %{run} POMP_EXPERIMENT_DIR=s ./a && %pomp_report --diagnose s | FileCheck %s --check-prefix=SLEEPS
// RUN: %{run} POMP_EXPERIMENT_DIR=w ./a works && %pomp_report --diagnose w | FileCheck %s --check-prefix=WORKS
// SLEEPS: 2. uneven work: parallel in main, a.c:100
// SLEEPS-NEXT: Members that others wait for at the region's end sleep for much of that time
// WORKS: 2. uneven work: parallel in main, a.c:100
// WORKS-NEXT: Members have different amounts of work
#include "pair.h"
#include <omp.h>

int main(int argc, char **argv) {
  (void)argv;
  pair_begin();
  for (int i = 0; i < 20; i++) {
    work(50000); // so that the CPU time of each team is read
#line 100
#pragma omp parallel
    {
      work(1000);
      if (omp_get_thread_num()) {
        work(8000);
        __pomp_asleep += argc > 1 ? 0 : 8 * CLOCK_MS;
      }
      MEET();
    }
  }
  return 0;
}
