// Times of known work come out where they were spent, and waiting where it was waited. The program takes the time too,
// inside the events of a region and outside of them; the measured time must lie between, however busy the machine is.
// RUN: %fresh && %program %s -o a
// RUN: env OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a > times
// RUN: %check e \
// RUN:   'within(region("region(outer)")["inclusive_ns"], file("times")["outer"])' \
// RUN:   'within(region("region(work)")["inclusive_ns"], file("times")["work"])' \
// RUN:   'within(region("barrier (implicit)")["wait_ns"], file("times")["barrier"])' \
// RUN:   'within(region("critical")["wait_ns"], file("times")["critical"])' \
// RUN:   'within(region("critical (block)")["inclusive_ns"], file("times")["block"])' \
// RUN:   'within(experiment["wall_ns"], [file("times")["whole"], 1.2 * file("times")["whole"] + 50e6])' \
// RUN:   'exclusive("region(work)") == inclusive("region(work)") >= 0.05' \
// RUN:   'round(exclusive("region(outer)"), 6) == round(inclusive("region(outer)") - inclusive("region(work)"), 6)' \
// RUN:   'exclusive("region(outer)") >= 0.04' 'exclusive("for") >= 0.06' 'exclusive("critical (block)") >= 0.06' \
// RUN:   'region("barrier (implicit)")["wait_ns"] == region("barrier (implicit)")["exclusive_ns"]' \
// RUN:   'region("critical")["wait_ns"] <= region("critical")["exclusive_ns"]' \
// RUN:   'experiment["wait_ns"] == region("critical")["wait_ns"] + region("barrier (implicit)")["wait_ns"]' \
// RUN:   'region("region(work)")["min_visit_ns"] >= 10e6' \
// RUN:   'region("region(work)")["min_visit_ns"] <= region("region(work)")["inclusive_ns"] / 5 <= region("region(work)")["max_visit_ns"]' \
// RUN:   'experiment["wall_ns"] * 2 == experiment["allocation_ns"]' \
// RUN:   'within(sum(l["in_regions_ns"] + l["outside_ns"] + l["idle_ns"] for l in locations), [experiment["allocation_ns"]] * 2)'
// The calibration says how good it is: the base is at least 0.1 s, the readings' brackets are not that long.
// RUN: %check e 'experiment["clock"]["name"] == "monotonic" or 0 < experiment["clock"]["error"] < 0.05'
// The other clock says the same.
// RUN: env OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR=m POMP_SUMMARY=0 POMP_CLOCK=monotonic ./a > times
// RUN: %check m 'experiment["clock"] == {"name": "monotonic", "hz": 1e9, "error": 0}' 'visits("region(work)") == 5' \
// RUN:   'within(region("region(work)")["inclusive_ns"], file("times")["work"])' \
// RUN:   'within(region("barrier (implicit)")["wait_ns"], file("times")["barrier"])' \
// RUN:   'within(region("critical")["wait_ns"], file("times")["critical"])'
#include "regions.h"
#include <omp.h>
#include <stdbool.h>
#include <stdio.h>

REGION_AT(outer, "region", "outer", 1);
REGION_AT(work, "region", "work", 2);
REGION(par, "parallel", 3);
REGION(loop, "for", 4);
REGION(critical, "critical", 5);

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Holds the least and most ns that may have been measured; each thread has its own. */
struct bounds {
  double least, most;
};
static struct bounds outer_time, work_time, barrier_time[2], wait_time[2], block_time[2];
/* The moments around a critical construct's wait and its block, by thread. */
static double wait_at[2][4], block_at[2][4];

/* Adds what lies between the moments around two events: t[0] enter t[1] ... t[2] exit t[3]. */
static void add(struct bounds *b, const double t[4]) {
  b->least += t[2] - t[1];
  b->most += t[3] - t[0];
}

static void user_regions(void) {
  double o[4], w[4];
  o[0] = now();
  POMP_Begin(&outer);
  o[1] = now();
  busy(40);
  for (int i = 0; i < 5; i++) {
    w[0] = now();
    POMP_Begin(&work);
    w[1] = now();
    busy(10);
    w[2] = now();
    POMP_End(&work);
    w[3] = now();
    add(&work_time, w);
  }
  o[2] = now();
  POMP_End(&outer);
  o[3] = now();
  add(&outer_time, o);
}

static void team(int me) {
  double b[4], *w = wait_at[me], *k = block_at[me];
  POMP_For_enter(&loop);
  busy(me == 0 ? 50 : 10); /* the other one waits */
  b[0] = now();
  POMP_Barrier_enter(&loop);
  b[1] = now();
#pragma omp barrier
  b[2] = now();
  POMP_Barrier_exit(&loop);
  b[3] = now();
  POMP_For_exit(&loop);
  w[0] = now();
  POMP_Critical_enter(&critical);
  w[1] = now();
#pragma omp critical
  {
    k[0] = w[2] = now();
    POMP_Critical_begin(&critical);
    k[1] = w[3] = now();
    busy(30);
    k[2] = now();
    POMP_Critical_end(&critical);
    k[3] = now();
  }
  POMP_Critical_exit(&critical);
  add(&barrier_time[me], b);
  add(&block_time[me], k);
}

/* A visit of a critical construct waits if and only if the other thread leaves the block after it has come. If the
 * thread has no CPU between its arrival and its block, that alone is no waiting. Moments between two stamps leave it
 * open. */
static void waits(void) {
  for (int me = 0; me < 2; me++) {
    const double *w = wait_at[me], *other = block_at[1 - me];
    bool second = other[0] < block_at[me][0];
    wait_time[me].least = second && other[2] > w[1] ? w[2] - w[1] : 0;
    wait_time[me].most = second && other[3] > w[0] ? w[3] - w[0] : 0;
  }
}

static void print(const char *name, const struct bounds *b, int count) {
  printf("\"%s\": [%.0f, %.0f], ", name, b[0].least + b[count - 1].least * (count - 1),
         b[0].most + b[count - 1].most * (count - 1));
}

int main(void) {
  double start = now();
  user_regions();
  POMP_Parallel_fork(&par);
#pragma omp parallel
  {
    POMP_Parallel_begin(&par);
    team(omp_get_thread_num());
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  putchar('{');
  waits();
  print("outer", &outer_time, 1);
  print("work", &work_time, 1);
  print("barrier", barrier_time, 2);
  print("critical", wait_time, 2);
  print("block", block_time, 2);
  printf("\"whole\": %.0f}\n", now() - start);
  return 0;
}
