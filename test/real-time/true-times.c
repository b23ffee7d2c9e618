// Times of known work are true from end to end: from the processor's counter, or the other clock, and the calibration, to the
// report. Only the real clock has these. The program takes the time too, inside of events and outside of them; the measured time lies
// between. All else of times is in test/runtime/times.c.
// RUN: %fresh && %program %s -o a
// RUN: env OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a > times
// DEFINE: %{true} = 'all(within(region(n)["inclusive_ns"], file("times")[n]) for n in ("region(outer)", "region(work)", "barrier"))' \
// DEFINE:   'within(experiment["wall_ns"], file("times")["wall"])' 'sum(b["visits"] for b in region("region(work)")["histogram"] if (b["to_ns"] or 1e9) > 1e7) == 5'
// RUN: %check e %{true}
// The calibration says how good it is: the base is at least 0.1 s, the readings' brackets are not that long.
// RUN: %check e 'experiment["clock"]["name"] == "monotonic" or 0 < experiment["clock"]["error"] < 0.05'
// The other clock says the same.
// RUN: env OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR=m POMP_SUMMARY=0 POMP_CLOCK=monotonic ./a > times
// RUN: %check m %{true} 'experiment["clock"] == {"name": "monotonic", "hz": 1e9, "error": 0}'
#include "regions.h"
#include <omp.h>
#include <stdio.h>

REGION_AT(outer, "region", "outer", 1);
REGION_AT(work, "region", "work", 2);
REGION(par, "parallel", 3);
REGION(barrier, "barrier", 4);

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Holds the least and most ns that may have been measured; each thread has its own. */
struct bounds {
  double least, most;
};
static struct bounds outer_time, work_time, barrier_time[2];

/* Adds what lies between the moments around two events: t[0] enter t[1] ... t[2] exit t[3]. */
static void add(struct bounds *b, const double t[4]) {
  b->least += t[2] - t[1];
  b->most += t[3] - t[0];
}
#define AROUND(t, call) ((t)[0] = now(), (call), (t)[1] = now())

static void print(const char *name, struct bounds b, const char *end) {
  printf("\"%s\": [%.0f, %.0f]%s", name, b.least, b.most, end);
}

int main(void) {
  double first = now(), o[4], w[4];
  AROUND(o, POMP_Begin(&outer));
  busy(40);
  for (int i = 0; i < 5; i++) {
    AROUND(w, POMP_Begin(&work));
    busy(10);
    AROUND(w + 2, POMP_End(&work));
    add(&work_time, w);
  }
  AROUND(o + 2, POMP_End(&outer));
  add(&outer_time, o);
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    double b[4];
    POMP_Parallel_begin(&par);
    busy(omp_get_thread_num() ? 10 : 50); /* the other one waits */
    AROUND(b, POMP_Barrier_enter(&barrier));
#pragma omp barrier
    AROUND(b + 2, POMP_Barrier_exit(&barrier));
    add(&barrier_time[omp_get_thread_num()], b);
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  double last = now();
  putchar('{');
  print("region(outer)", outer_time, ", ");
  print("region(work)", work_time, ", ");
  print("barrier", (struct bounds){barrier_time[0].least + barrier_time[1].least, barrier_time[0].most + barrier_time[1].most}, ", ");
  /* The whole begins before main, and ends after it. */
  print("wall", (struct bounds){last - first, 1.2 * (last - first) + 50e6}, "}\n");
  return 0;
}
