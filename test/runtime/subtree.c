// In the tree, the column `below` leads to the hot spot: tasks that an inner team creates. The inclusive times on the way to it are
// small, because tasks are no part of what created or executed them: each takes 10 ms, its creation 1 ms.
// RUN: %fresh && %clocked %s -o a && env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e ./a
// DEFINE: %{hot} = path("region(main)", "parallel (fork-join)", "parallel", "task (create)", "task", "region(hot)")
// RUN: %check e '%{hot}["subtree_ns"] == %{hot}["exclusive_ns"] == 40 * 10000000' \
// RUN:   'path("region(main)", "parallel (fork-join)")["subtree_ns"] == 40 * (10000000 + 1000000)' \
// RUN:   'path("region(main)", "parallel (fork-join)")["inclusive_ns"] == 40 * 1000000' 'path("region(main)")["subtree_ns"] == 40 * 11000000 + 20000000'
// The first line below each leads there.
// RUN: %pomp_report --tree e > tree && FileCheck %s < tree
// CHECK: below% below s self% self s incl s wait s visits call path
// CHECK-NEXT: {{^ +100.0 .*}} (threads)
// CHECK-NEXT: region(main)
// CHECK-NEXT: parallel (fork-join)
// CHECK-NEXT: {{^ +[0-9.]+ .*}} 1 parallel main test.c:2
// CHECK-NEXT: 40 task (create)
// CHECK-NEXT: 40 task
// CHECK-NEXT: 40 region(hot)
// CHECK: region(serial)
#include "regions.h"
#include "test_clock.h"

REGION(whole, "region", 1);
REGION(team, "parallel", 2);
REGION(work, "task", 3);
REGION_AT(hot, "region", "hot", 4);
REGION_AT(serial, "region", "serial", 5);

int main(void) {
  whole.sub_name = "main";
  POMP_Begin(&whole);
  POMP_Begin(&serial);
  __pomp_time += 20 * CLOCK_MS;
  POMP_End(&serial);
  POMP_Parallel_fork(&team);
#pragma omp parallel num_threads(1)
  {
    POMP_Parallel_begin(&team);
    for (int i = 0; i < 40; i++) {
      POMP_Task_create_begin(&work);
      __pomp_time += CLOCK_MS;
#pragma omp task
      {
        POMP_Task_begin(&work);
        POMP_Begin(&hot);
        __pomp_time += 10 * CLOCK_MS;
        POMP_End(&hot);
        POMP_Task_end(&work);
      }
      POMP_Task_create_end(&work);
    }
    POMP_Parallel_end(&team);
  }
  POMP_Parallel_join(&team);
  POMP_End(&whole);
  return 0;
}
