// The trace of a program that runs can be read at any time, also while its chunks are used again: what it has fits together, and
// nothing is called damaged.
// UNSUPPORTED: traced
// RUN: %fresh && %program %s -o a
// RUN: %python %inputs/live-trace.py %pomp_report ./a stop 1G && %python %inputs/live-trace.py %pomp_report ./a ring 256k
#include "regions.h"
#include <unistd.h>

REGION(par, "parallel", 1);
REGION(loop, "for", 2);
REGION(once, "single", 3);
static volatile int stopped;

int main(void) {
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
    for (int i = 0; !stopped; i++) {
      if (i % 1024 == 0)
        stopped = access("stop", F_OK) == 0;
      POMP_For_enter(&loop);
      POMP_Single_enter(&once);
      POMP_Single_exit(&once);
      POMP_For_exit(&loop);
      if (i % 100 == 0)
        usleep(1000); /* so that the trace does not outgrow its reader */
    }
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  return 0;
}
