// After `cancel parallel`, a thread waits for the others at the end of the region, and what comes after the region is none
// of its work. By the clock that the program sets, member i works i + 1 times 60 ms, but for the last one, which cancels at once.
// RUN: %fresh && %clocked %s -o a
// DEFINE: %{members} = 'sorted([locations[t["location"]]["thread_num"], t["exclusive_ns"] / 1e6, b["wait_ns"] / 1e6] \
// DEFINE:   for t in region("parallel")["locations"] for b in region("barrier (implicit)")["locations"] if t["location"] == b["location"])
// DEFINE: %{rest} = 'experiment["unfinished"] == 0' 'experiment["outside_ns"] == 100 * 1000000'
// RUN: env OMP_CANCELLATION=true POMP_EXPERIMENT_DIR=two POMP_SUMMARY=0 ./a 2
// RUN: %check two %{members} == [[0, 60, 0], [1, 0, 60]]' %{rest}
// RUN: env OMP_CANCELLATION=true POMP_EXPERIMENT_DIR=four POMP_SUMMARY=0 ./a 4
// RUN: %check four %{members} == [[0, 60, 120], [1, 120, 60], [2, 180, 0], [3, 0, 180]]' %{rest}
// The construct that only OMPT could measure the barrier of is not needed for it.
// RUN: env OMP_CANCELLATION=true POMP_EXPERIMENT_DIR=explicit POMP_SUMMARY=0 ./a 2 explicit
// RUN: %check explicit %{members} == [[0, 60, 0], [1, 0, 60]]' %{rest}
#include "regions.h"
#include "test_clock.h"
#include <stdlib.h>

REGION(par, "parallel", 1);
REGION(cancel, "cancel", 2);
REGION(point, "cancellation point", 3);
REGION(unused, "for", 4);

int main(int argc, char **argv) {
  static struct clock_meeting end;
  int members = argc > 1 ? atoi(argv[1]) : 2;
  clock_start();
  par.flags = argc > 2 ? 0 : POMP_RD_IMPLICIT_JOIN;
  if (argc <= 2) {
    unused.flags = POMP_RD_IMPLICIT_JOIN;
    POMP_Register_regions(&unused, 1, sizeof unused);
  }
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(members)
  {
    int me = omp_get_thread_num();
    POMP_Parallel_begin(&par);
    if (me == members - 1) {
      POMP_Cancel(&cancel);
      clock_meet(&end, 0);
#pragma omp cancel parallel
    }
    clock_work(60 * CLOCK_MS * (uint64_t)(me + 1));
    clock_meet(&end, 0);
    for (;;) {
      POMP_Cancellation_point(&point);
#pragma omp cancellation point parallel
    }
  }
  clock_met();
  POMP_Parallel_join(&par);
  clock_work(100 * CLOCK_MS);
  return 0;
}
