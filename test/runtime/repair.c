// Events out of balance are closed by the exit of an outer region, or ignored if nothing is open; they are counted either way.
// RUN: %fresh && %clocked %s -o a
// RUN: env OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 OMP_CANCELLATION=true ./a
// A has two regions inside one that ends. B has three exits of nothing. C has for and single left by a jump, on both threads, of
// which one is closed by the join, and one when its worker begins its next team.
// RUN: %check e 'experiment["repaired"] == 2 + 6' 'experiment["ignored"] == 3' 'experiment["unfinished"] == 0' \
// RUN:   'visits("region(outer)") == 1' 'visits("region(inner)") == 1' 'visits("region(innermost)") == 1' \
// RUN:   'region("region(inner)")["inclusive_ns"] == 20000000' 'path("region(outer)", "region(inner)", "region(innermost)")["visits"] == 1' \
// RUN:   'visits("parallel", 10) == 2 and visits("parallel", 11) == 2' \
// RUN:   'all(p["depth"] <= 4 for p in paths)' 'path(("parallel (fork-join)", 10), ("parallel", 10), "for", "single")["visits"] == 2' \
// RUN:   '[l["repaired"] for l in locations] == [2, 3, 3]' \
// The idle time between the two teams is not the cancelled region's.
// RUN:   'path(("parallel (fork-join)", 10), ("parallel", 10))["inclusive_ns"] == 2 * region("parallel (fork-join)", 10)["inclusive_ns"] == 2 * 3000000'
// RUN: %pomp_report --all e | grep -v Nesting | FileCheck %s
// CHECK: Events: 8 regions without an exit event (cancel, exceptions and jumps skip it): ended with the region around.
// CHECK-NEXT: Events: 3 exits of regions that were not open: ignored.
// CHECK-EMPTY:
#include "regions.h"
#include "test_clock.h"

REGION_AT(outer, "region", "outer", 1);
REGION_AT(inner, "region", "inner", 2);
REGION_AT(innermost, "region", "innermost", 3);
REGION_AT(never, "region", "never", 4);
REGION(cancelled, "parallel", 10);
REGION(next, "parallel", 11);
REGION(loop, "for", 12);
REGION(single, "single", 13);

int main(void) {
  static struct clock_meeting end;
  clock_start();
  /* A */
  POMP_Begin(&outer);
  POMP_Begin(&inner);
  POMP_Begin(&innermost);
  clock_work(20 * CLOCK_MS);
  POMP_End(&outer);
  /* B */
  POMP_End(&inner);
  POMP_End(&never);
  POMP_For_exit(&loop);
  /* C: this is what a cancelled parallel region looks like */
  POMP_Parallel_fork(&cancelled);
#pragma omp parallel
  {
    POMP_Parallel_begin(&cancelled);
    POMP_For_enter(&loop);
    POMP_Single_enter(&single);
    clock_work(3 * CLOCK_MS);
    clock_meet(&end, 0);
  }
  POMP_Parallel_join(&cancelled);
  clock_work(100 * CLOCK_MS);
  POMP_Parallel_fork(&next);
#pragma omp parallel
  {
    POMP_Parallel_begin(&next);
    POMP_Parallel_end(&next);
  }
  POMP_Parallel_join(&next);
  return 0;
}
