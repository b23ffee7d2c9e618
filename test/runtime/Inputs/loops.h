/* loops.h - runs 200,000 loops on each of two threads, with a barrier in each: this makes a trace of some megabytes. */
#include "regions.h"

REGION(par, "parallel", 1);
REGION(loop, "for", 2);

static void loops(void) {
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
    for (int i = 0; i < 200000; i++) {
      POMP_For_enter(&loop);
      POMP_Barrier_enter(&loop);
      POMP_Barrier_exit(&loop);
      POMP_For_exit(&loop);
    }
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
}
