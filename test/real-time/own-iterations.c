// Where the iteration before is the thread's own, `ordered depend(sink)` is no wait, whatever the directive costs. That needs the
// real clock, as the library takes from it what a pair of events costs, by which it tells the two apart.
// RUN: %fresh && %program %s -o a && env POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a
// RUN: %check e 'visits("ordered") == 100000 and region("ordered")["contended"] <= 1000'
#include "regions.h"

static struct ompregdescr own_d = {"ordered", "", 0, "test.c", 60, 60, 60, 60, {0}, 0, "main", 2, POMP_RD_WAITS};
REGION(team, "parallel", 1);

int main(void) {
  POMP_Parallel_fork(&team);
#pragma omp parallel num_threads(1)
  {
    POMP_Parallel_begin(&team);
#pragma omp for ordered(1)
    for (int i = 0; i < 100000; i++) {
      POMP_Ordered_enter(&own_d);
#pragma omp ordered depend(sink : i - 1)
      POMP_Ordered_exit(&own_d);
#pragma omp ordered depend(source)
    }
    POMP_Parallel_end(&team);
  }
  POMP_Parallel_join(&team);
  return 0;
}
