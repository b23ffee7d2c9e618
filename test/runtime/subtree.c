// In the tree, the column `below` leads to the hot spot: tasks that an inner team creates. The inclusive times on the way to it are
// small, because tasks are no part of what created or executed them. The program tells how long its tasks took.
// RUN: %fresh && %program %s -o a && env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e ./a > truth
// DEFINE: %{hot} = path("region(main)", "parallel (fork-join)", "parallel", "task (create)", "task", "region(hot)")
// RUN: %check e '(lambda t, s: -0.001 <= s - t <= 0.05 * t + 0.08)(float(open("truth").read()), %{hot}["subtree_ns"] * 1e-9)' \
// RUN:   'path("region(main)", "parallel (fork-join)")["subtree_ns"] > %{hot}["subtree_ns"] > path("region(main)", "parallel (fork-join)")["inclusive_ns"]' \
// RUN:   '%{hot}["subtree_ns"] == %{hot}["exclusive_ns"]'
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

#include <stdio.h>
#include <time.h>

REGION(whole, "region", 1);
REGION(team, "parallel", 2);
REGION(work, "task", 3);
REGION_AT(hot, "region", "hot", 4);
REGION_AT(serial, "region", "serial", 5);

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int main(void) {
  double took = 0;
  whole.sub_name = "main";
  POMP_Begin(&whole);
  POMP_Begin(&serial);
  busy(20);
  POMP_End(&serial);
  POMP_Parallel_fork(&team);
#pragma omp parallel num_threads(1)
  {
    POMP_Parallel_begin(&team);
    for (int i = 0; i < 40; i++) {
      POMP_Task_create_begin(&work);
#pragma omp task shared(took)
      {
        POMP_Task_begin(&work);
        POMP_Begin(&hot);
        double begin = now();
        busy(10);
        took += now() - begin;
        POMP_End(&hot);
        POMP_Task_end(&work);
      }
      POMP_Task_create_end(&work);
    }
    POMP_Parallel_end(&team);
  }
  POMP_Parallel_join(&team);
  POMP_End(&whole);
  printf("%.9f\n", took);
  return 0;
}
