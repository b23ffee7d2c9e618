// How long single visits took is kept in histograms. The program takes the times of all visits itself, inside their
// events and outside of them. So, however busy the machine is: as many visits were shorter than the edge of a bucket as
// by the program's own times inside, or fewer; and as many as by its times outside, or more. What is interpolated lies
// between the program's own quantiles, give or take the bucket, and between the shortest and the longest visit.
// RUN: %fresh && %program %s -o a
// RUN: env OMP_NUM_THREADS=4 POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a > times
// RUN: %check e 'experiment["histograms_missing"] == 0'
// RUN: %pomp_report --json e > e.json && %python %inputs/histogram.py e.json times
// A trace has the same, number by number.
// RUN: env OMP_NUM_THREADS=4 POMP_TRACE=1 POMP_EXPERIMENT_DIR=t POMP_SUMMARY=0 ./a > times
// RUN: %pomp_report --json t > t.json && %python %inputs/histogram.py t.json times
// RUN: %pomp_report --json --from-trace t > from.json && cmp t.json from.json
// With the other clock, edges are in ns.
// RUN: env OMP_NUM_THREADS=2 POMP_CLOCK=monotonic POMP_EXPERIMENT_DIR=m POMP_SUMMARY=0 ./a > times
// RUN: %pomp_report --json m > m.json && %python %inputs/histogram.py m.json times
// RUN: %check m 'all(b["from_ns"] in [0] + [2**i for i in range(6, 35)] for r in regions for b in r["histogram"] or [])'
// Without histograms there are none, and the file has no block of them.
// RUN: env OMP_NUM_THREADS=4 POMP_HISTOGRAM=0 POMP_EXPERIMENT_DIR=zero POMP_SUMMARY=0 ./a > times
// RUN: %check zero 'all(r["histogram"] is None and r["median_visit_ns"] is None for r in regions)'
// RUN: %pomp_report zero > out && not grep "How long a visit took" out
// The tables have both.
// RUN: %pomp_report e | FileCheck %s
// CHECK: visits  per visit  threads
// CHECK: Tasks
// CHECK-NEXT: tasks {{.*}}mean {{.*}}min {{.*}}median {{.*}}95 % {{.*}}max
// CHECK-NEXT: 200 {{.*}} us {{.*}} ms {{.*}}task
// CHECK: How long a visit took
// CHECK-NEXT: visits {{.*}}mean {{.*}}min {{.*}}median {{.*}}95 % {{.*}}max
// CHECK: 4000 {{.*}}region(work)
// Where memory is short, call paths go before: what has no histogram has all the rest.
// RUN: env OMP_NUM_THREADS=4 POMP_MEMORY=300k POMP_EXPERIMENT_DIR=s POMP_SUMMARY=0 ./a many > times
// RUN: %check s 'experiment["histograms_missing"] > 0' 'visits("region(work)") == 4000' 'experiment["stop_reason"] == "none"' \
// RUN:   'region("region(last)")["histogram"] is None' 'region("region(last)")["max_visit_ns"] > 0'
// RUN: %pomp_report s | grep "call paths found no room for a histogram in POMP_MEMORY: median and 95 % are of the other visits"
// RUN: %pomp_report e > out && not grep "found no room for a histogram" out
// One short visit of each location may be missing of a program that was killed.
// RUN: not --crash env OMP_NUM_THREADS=1 POMP_EXPERIMENT_DIR=k ./a kill
// RUN: %check k 'experiment["state"] == "killed"' '399 <= sum(b["visits"] for b in region("region(work)")["histogram"]) <= 400'
#include "regions.h"
#include <omp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

REGION_AT(work, "region", "work", 1);
REGION_AT(last, "region", "last", 2);
REGION(par, "parallel", 3);
REGION(task, "task", 4);

enum { VISITS = 4000, TASKS = 200, MANY = 150 };
static double inside[VISITS], outside[VISITS], tasks[TASKS];

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Most visits are next to nothing, some are long, and a few very long. */
static void visit(int i) {
  double before = now();
  POMP_Begin(&work);
  double begin = now();
  if (i % 500 == 7)
    busy(3);
  else if (i % 10 == 3)
    busy(0.02);
  else if (i % 2)
    busy(0.001);
  double end = now();
  POMP_End(&work);
  outside[i] = now() - before;
  inside[i] = end - begin;
}

/* 198 of these tasks do nothing: their mean says nothing of them. */
static void one_task(int i) {
  POMP_Task_begin(&task);
  double begin = now();
  if (i % 100 == 5)
    busy(2.6);
  tasks[i] = now() - begin;
  POMP_Task_end(&task);
}

static void print(const char *name, const double *times, int count) {
  printf("\"%s\": [", name);
  for (int i = 0; i < count; i++)
    printf("%s%.0f", i ? ", " : "", times[i]);
  printf("]");
}

/* Each of them is a region of its own on each thread. */
static void many(void) {
  static struct ompregdescr regions[MANY];
  regions_fill(regions, MANY, &last, "region", 100);
  for (int i = 0; i < MANY; i++) {
    POMP_Begin(&regions[i]);
    POMP_End(&regions[i]);
  }
  POMP_Begin(&last);
  POMP_End(&last);
}

int main(int argc, char **argv) {
  bool killed = argc > 1 && strcmp(argv[1], "kill") == 0;
  POMP_Parallel_fork(&par);
#pragma omp parallel
  {
    POMP_Parallel_begin(&par);
#pragma omp for schedule(static)
    for (int i = 0; i < (killed ? VISITS / 10 : VISITS); i++)
      visit(i);
    if (killed)
      raise(SIGKILL);
    if (argc > 1)
      many();
#pragma omp single
    for (int i = 0; i < TASKS; i++) {
      POMP_Task_create_begin(&task);
#pragma omp task firstprivate(i)
      one_task(i);
      POMP_Task_create_end(&task);
    }
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  printf("{");
  print("inside", inside, VISITS);
  printf(", ");
  print("outside", outside, VISITS);
  printf(", ");
  print("tasks", tasks, TASKS);
  printf("}\n");
  return 0;
}
