// How long single visits took is kept in histograms. By the clock that the program sets, each visit is in the bucket where it
// belongs, and what is interpolated is where the visits before it put it in its bucket.
// RUN: %fresh && %clocked %s -o a
// DEFINE: %{buckets} = [[b["from_ns"], b["to_ns"], b["visits"]] for b in r["histogram"]]
// DEFINE: %{work} = '[%{buckets} for r in [region("region(work)")]] == [[[64, 128, 2000], [512, 1024, 1592], [16384, 32768, 400], [2**21, 2**22, 8]]]' \
// DEFINE:   '[region("region(work)")[k + "_visit_ns"] for k in ("min", "median", "p95", "max")] == [100, 128, 16384 + 16384 * 208 / 400, 3000000]' \
// DEFINE:   'region("region(work)")["mean_visit_ns"] == (2000 * 100 + 1592 * 1000 + 400 * 20000 + 8 * 3000000) / 4000'
// DEFINE: %{task} = '[%{buckets} for r in [region("task")]] == [[[0, 64, 198], [2**21, 2**22, 2]]]' \
// DEFINE:   '[region("task")[k + "_visit_ns"] for k in ("min", "median", "p95", "max")] == [0, 64 * 100 / 198, 64 * 190 / 198, 2600000]'
// RUN: env OMP_NUM_THREADS=4 POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a
// RUN: %check e 'experiment["histograms_missing"] == 0' %{work} %{task}
// A trace has the same, number by number.
// RUN: env OMP_NUM_THREADS=4 POMP_TRACE=1 POMP_EXPERIMENT_DIR=t POMP_SUMMARY=0 ./a && %check t %{work} %{task}
// RUN: %pomp_report --json t > t.json && %pomp_report --json --from-trace t > from.json && cmp t.json from.json
// Without histograms there are none, and the file has no block of them.
// RUN: env OMP_NUM_THREADS=4 POMP_HISTOGRAM=0 POMP_EXPERIMENT_DIR=zero POMP_SUMMARY=0 ./a
// RUN: %check zero 'all(r["histogram"] is None and r["median_visit_ns"] is None for r in regions)'
// RUN: %pomp_report --all zero > out && not grep "How long a visit took" out
// The tables have both.
// RUN: %pomp_report --all e | FileCheck %s
// CHECK: visits  per visit  threads
// CHECK: Tasks
// CHECK-NEXT: tasks {{.*}}mean {{.*}}min {{.*}}median {{.*}}95 % {{.*}}max
// CHECK-NEXT: 200 {{.*}} us {{.*}} ms {{.*}}task
// CHECK: How long a visit took
// CHECK-NEXT: visits {{.*}}mean {{.*}}min {{.*}}median {{.*}}95 % {{.*}}max
// CHECK: 4000 {{.*}}region(work)
// Where memory is short, call paths go before: what has no histogram has all the rest.
// RUN: env OMP_NUM_THREADS=4 POMP_MEMORY=300k POMP_EXPERIMENT_DIR=s POMP_SUMMARY=0 ./a many
// RUN: %check s 'experiment["histograms_missing"] > 0' 'visits("region(work)") == 4000' 'experiment["stop_reason"] == "none"' \
// RUN:   'region("region(last)")["histogram"] is None' 'region("region(last)")["max_visit_ns"] == 5000'
// RUN: %pomp_report --all s | grep "call paths found no room for a histogram in POMP_MEMORY: median and 95 % are of the other visits"
// RUN: %pomp_report --all e > out && not grep "found no room for a histogram" out
// A program that was killed has counted all visits, the last one too.
// RUN: not --crash env OMP_NUM_THREADS=1 POMP_TRACE=0 POMP_EXPERIMENT_DIR=k ./a kill
// RUN: %check k 'experiment["state"] == "killed"' 'sum(b["visits"] for b in region("region(work)")["histogram"]) == 400'
#include "regions.h"
#include "test_clock.h"
#include <signal.h>
#include <string.h>

REGION_AT(work, "region", "work", 1);
REGION_AT(last, "region", "last", 2);
REGION(par, "parallel", 3);
REGION(task, "task", 4);

enum { VISITS = 4000, TASKS = 200, MANY = 150 };

/* Most visits are next to nothing, some are long, and a few very long. */
static void visit(int i) {
  POMP_Begin(&work);
  clock_work(i % 500 == 7 ? 3 * CLOCK_MS : i % 10 == 3 ? 20 * CLOCK_US : i % 2 ? CLOCK_US : 100);
  POMP_End(&work);
}

/* 198 of these tasks do nothing: their mean says nothing of them. */
static void one_task(int i) {
  POMP_Task_begin(&task);
  clock_work(i % 100 == 5 ? 2600 * CLOCK_US : 0);
  POMP_Task_end(&task);
}

/* Each of them is a region of its own on each thread. */
static struct ompregdescr regions[MANY];
static void many(void) {
  for (int i = 0; i < MANY; i++) {
    POMP_Begin(&regions[i]);
    POMP_End(&regions[i]);
  }
  POMP_Begin(&last);
  clock_work(5 * CLOCK_US);
  POMP_End(&last);
}

int main(int argc, char **argv) {
  static struct clock_meeting end;
  clock_start();
  bool killed = argc > 1 && strcmp(argv[1], "kill") == 0;
  regions_fill(regions, MANY, &last, "region", 100);
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
    clock_meet(&end, 0);
  }
  clock_met();
  POMP_Parallel_join(&par);
  return 0;
}
