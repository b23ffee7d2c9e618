// A jump leaves a region in a loop open on one thread, which comes to the loop's barrier in there: its barrier is not taken for the
// loop of the others, and all records of the trace fit.
// UNSUPPORTED: traced
// RUN: %fresh && %program %s -o a && env POMP_TRACE=1 POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a
// RUN: %pomp_report --json --from-trace e 2>&1 > out | not grep . && grep -c '"region(left)"' out
// RUN: %check e 'visits("for") == 2' 'visits("barrier (implicit)") == 2' 'region("for", 2)["balance"]["by"] == "sums"'
#include "regions.h"
#include <omp.h>

REGION(par, "parallel", 1);
REGION(loop, "for", 2);
REGION_AT(left, "region", "left", 3);

int main(void) {
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
    POMP_For_enter(&loop);
    if (omp_get_thread_num() == 1)
      POMP_Begin(&left);
    POMP_Barrier_enter(&loop);
#pragma omp barrier
    POMP_Barrier_exit(&loop);
    POMP_For_exit(&loop);
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  return 0;
}
