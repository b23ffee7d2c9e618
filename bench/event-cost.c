/* event-cost.c - what an enter/exit pair costs, in units of two reads of the measurement clock.
 * Not here: whole constructs and programs. bench/event-cost builds and runs it.
 *
 * Each figure is a median over rounds; in each round all cases run once, one after the other, so that a disturbance of
 * the machine meets them alike. A pair is called as an instrumented program calls it: through the library's PLT. */
#include "pomp.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#if defined(__x86_64__)
#include <x86intrin.h>
static inline unsigned long long clock_read(void) { return __rdtsc(); }
#define CLOCK "time stamp counter"
#else
static inline unsigned long long clock_read(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (unsigned long long)t.tv_sec * 1000000000u + (unsigned long long)t.tv_nsec;
}
#define CLOCK "CLOCK_MONOTONIC"
#endif

enum { MANY = 100000, ROUNDS = 31, PAIRS = 200000 };
static struct ompregdescr regions[MANY], outer[200];
static volatile unsigned long long sink;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Each returns the ns of one pair (of clock reads, of events). */
static double clock_reads(int unused) {
  (void)unused;
  double start = now();
  for (int i = 0; i < PAIRS; i++) {
    sink = clock_read();
    sink = clock_read();
  }
  return (now() - start) / PAIRS * 1e9;
}

/* The next `count` regions in turn. */
static double pairs(int count) {
  double start = now();
  for (int i = 0, k = 0; i < PAIRS; i++) {
    POMP_For_enter(&regions[k]);
    POMP_For_exit(&regions[k]);
    k = k + 1 < count ? k + 1 : 0;
  }
  return (now() - start) / PAIRS * 1e9;
}

static double at_depth(int depth) {
  for (int i = 0; i < depth; i++)
    POMP_Single_enter(&outer[i]);
  double time = pairs(1);
  for (int i = depth; i-- > 0;)
    POMP_Single_exit(&outer[i]);
  return time;
}

/* What calling the library costs by itself: a function of it that does nothing. */
static double empty_calls(int unused) {
  (void)unused;
  double start = now();
  for (int i = 0; i < PAIRS; i++) {
    POMP_Register_regions(regions, 0, 0);
    POMP_Register_regions(regions, 0, 0);
  }
  return (now() - start) / PAIRS * 1e9;
}

static double off(int unused) {
  (void)unused;
  POMP_Off();
  double time = pairs(1);
  POMP_On();
  return time;
}

static double critical(int unused) {
  (void)unused;
  double start = now();
  for (int i = 0; i < PAIRS; i++) {
    POMP_Critical_enter(&regions[0]);
    POMP_Critical_begin(&regions[0]);
    POMP_Critical_end(&regions[0]);
    POMP_Critical_exit(&regions[0]);
  }
  return (now() - start) / PAIRS * 1e9;
}

static void *thread_body(void *result) {
  *(double *)result = pairs(1);
  return NULL;
}
static double two_threads(int unused) {
  (void)unused;
  pthread_t thread;
  double other = 0;
  if (pthread_create(&thread, NULL, thread_body, &other))
    exit(1);
  double own = pairs(1);
  pthread_join(thread, NULL);
  return own > other ? own : other;
}

static const struct bench_case {
  const char *name;
  double (*run)(int);
  int argument;
} cases[] = {
    {"two clock reads", clock_reads, 0},
    {"two calls that do nothing", empty_calls, 0},
    {"pair, 1 region", pairs, 1},
    {"pair, 2 regions in turn", pairs, 2},
    {"pair, 100 regions in turn", pairs, 100},
    {"pair, 10,000 regions in turn", pairs, 10000},
    {"pair, 100,000 regions in turn", pairs, 100000},
    {"pair, 10 deep", at_depth, 10},
    {"pair, 200 deep", at_depth, 200},
    {"pair, two threads at once (the slower)", two_threads, 0},
    {"critical: 4 events", critical, 0},
    {"pair, switched off", off, 0},
};
enum { COUNT = sizeof cases / sizeof *cases };

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static void describe(struct ompregdescr *d, const char *name, int line) {
  d->name = name;
  d->sub_name = d->function_name = "";
  d->file_name = "event-cost.c";
  d->begin_line1 = d->begin_lineN = d->end_line1 = d->end_lineN = line;
}

int main(void) {
  static double times[COUNT][ROUNDS];
  for (int i = 0; i < MANY; i++)
    describe(&regions[i], "for", i + 1);
  for (int i = 0; i < 200; i++)
    describe(&outer[i], "single", i + 1);
  for (int round = -1; round < ROUNDS; round++) /* the first one warms up */
    for (int c = 0; c < COUNT; c++) {
      double time = cases[c].run(cases[c].argument);
      if (round >= 0)
        times[c][round] = time;
    }
  for (int c = 0; c < COUNT; c++)
    qsort(times[c], ROUNDS, sizeof times[c][0], by_value);
  double unit = times[0][ROUNDS / 2];
  printf("clock: " CLOCK "; median (lowest to highest) of %d rounds of %d pairs\n\n", ROUNDS, PAIRS);
  printf("%-40s %8s  %17s  %s\n", "", "ns", "", "in two clock reads");
  for (int c = 0; c < COUNT; c++)
    printf("%-40s %8.1f  (%5.1f to %6.1f)  %8.2f\n", cases[c].name, times[c][ROUNDS / 2], times[c][0],
           times[c][ROUNDS - 1], times[c][ROUNDS / 2] / unit);
  return 0;
}
