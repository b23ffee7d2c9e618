/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* syncbench.c - measures what one OpenMP construct costs as the EPCC microbenchmarks do, by a loop of empty constructs.
 * Not here: what is compared to what (bench/syncbench builds and runs this several ways).
 *
 * A sample is a loop of about a millisecond. In each round all constructs are sampled once, each just after a loop of
 * clock reads, the unit; a figure is the median over rounds. It prints a line for each construct: its ns, its time in
 * units of two clock reads, its name.
 * Usage: syncbench [MICROSECONDS [CONSTRUCT]]. A sample takes so long; one construct alone is for profilers. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if defined(__x86_64__)
#include <x86intrin.h>
static inline unsigned long long clock_read(void) { return __rdtsc(); }
#else
static inline unsigned long long clock_read(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (unsigned long long)t.tv_sec * 1000000000u + (unsigned long long)t.tv_nsec;
}
#endif

enum { ROUNDS = 15, ITERATIONS = 8, TASKS = 50, UNITS = 10000 };

/* The optimiser keeps this empty body. */
static inline void work(void) { __asm__ volatile("" ::: "memory"); }

static omp_lock_t lock;
static int shared_sum;

static void run_parallel(int n) {
  for (int i = 0; i < n; i++) {
#pragma omp parallel
    {
      work();
    }
  }
}

static void run_for(int n) {
#pragma omp parallel
  {
    for (int i = 0; i < n; i++) {
#pragma omp for
      for (int k = 0; k < ITERATIONS; k++)
        work();
    }
  }
}

static void run_for_nowait(int n) {
#pragma omp parallel
  {
    for (int i = 0; i < n; i++) {
#pragma omp for nowait
      for (int k = 0; k < ITERATIONS; k++)
        work();
    }
  }
}

static void run_for_dynamic(int n) {
#pragma omp parallel
  {
    for (int i = 0; i < n; i++) {
#pragma omp for schedule(dynamic)
      for (int k = 0; k < ITERATIONS; k++)
        work();
    }
  }
}

static void run_parallel_for(int n) {
  for (int i = 0; i < n; i++) {
#pragma omp parallel for
    for (int k = 0; k < ITERATIONS; k++)
      work();
  }
}

static void run_reduction(int n) {
  for (int i = 0; i < n; i++) {
    int sum = 0;
#pragma omp parallel reduction(+ : sum)
    {
      work();
      sum++;
    }
    shared_sum = sum;
  }
}

static void run_barrier(int n) {
#pragma omp parallel
  {
    for (int i = 0; i < n; i++) {
#pragma omp barrier
    }
  }
}

static void run_single(int n) {
#pragma omp parallel
  {
    for (int i = 0; i < n; i++) {
#pragma omp single
      {
        work();
      }
    }
  }
}

static void run_single_nowait(int n) {
#pragma omp parallel
  {
    for (int i = 0; i < n; i++) {
#pragma omp single nowait
      {
        work();
      }
    }
  }
}

static void run_master(int n) {
#pragma omp parallel
  {
    for (int i = 0; i < n; i++) {
#pragma omp master
      {
        work();
      }
    }
  }
}

static void run_sections(int n) {
#pragma omp parallel
  {
    for (int i = 0; i < n; i++) {
#pragma omp sections
      {
#pragma omp section
        {
          work();
        }
#pragma omp section
        {
          work();
        }
      }
    }
  }
}

static void run_critical(int n) {
#pragma omp parallel
  {
    for (int i = 0; i < n; i++) {
#pragma omp critical
      {
        work();
      }
    }
  }
}

static void run_lock(int n) {
#pragma omp parallel
  {
    for (int i = 0; i < n; i++) {
      omp_set_lock(&lock);
      work();
      omp_unset_lock(&lock);
    }
  }
}

static void run_atomic(int n) {
#pragma omp parallel
  {
    for (int i = 0; i < n; i++) {
#pragma omp atomic
      shared_sum += 1;
    }
  }
}

static void run_ordered(int n) {
#pragma omp parallel
  {
#pragma omp for ordered
    for (int i = 0; i < n; i++) {
#pragma omp ordered
      {
        work();
      }
    }
  }
}

static void run_task(int n) {
#pragma omp parallel
  {
#pragma omp single
    {
      for (int i = 0; i < n; i += TASKS) {
        for (int k = 0; k < TASKS; k++) {
#pragma omp task
          {
            work();
          }
        }
#pragma omp taskwait
      }
    }
  }
}

static const struct construct {
  const char *name;
  void (*run)(int);
} constructs[] = {
    {"parallel", run_parallel},
    {"parallel for", run_parallel_for},
    {"parallel reduction", run_reduction},
    {"for", run_for},
    {"for nowait", run_for_nowait},
    {"for dynamic", run_for_dynamic},
    {"barrier", run_barrier},
    {"single", run_single},
    {"single nowait", run_single_nowait},
    {"master", run_master},
    {"sections (2)", run_sections},
    {"critical", run_critical},
    {"set and unset lock", run_lock},
    {"atomic", run_atomic},
    {"ordered", run_ordered},
    {"task (50, taskwait)", run_task},
};
enum { COUNT = sizeof constructs / sizeof *constructs };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return ((double)t.tv_sec * 1e9 + (double)t.tv_nsec);
}

static double sample(void (*run)(int), int n) {
  double start = now();
  run(n);
  return (now() - start) / n;
}

static double unit(void) {
  volatile unsigned long long sink;
  double start = now();
  for (int i = 0; i < UNITS; i++) {
    sink = clock_read();
    sink = clock_read();
  }
  (void)sink;
  return (now() - start) / UNITS;
}

/* Finds how many constructs fill a sample, in hundreds, which are whole numbers of tasks. */
static int calibrate(void (*run)(int), double sample_ns) {
  int n = 100;
  double each = sample(run, n);
  while (each * n < sample_ns && n < 100000000) {
    n *= 2;
    each = sample(run, n);
  }
  return n;
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

int main(int argc, char **argv) {
  static double ns[COUNT][ROUNDS], units[COUNT][ROUNDS];
  int n[COUNT] = {0};
  double sample_ns = (argc > 1 ? atof(argv[1]) : 1000) * 1e3;
  omp_init_lock(&lock);
  const char *only = argc > 2 ? argv[2] : NULL;
  for (int c = 0; c < COUNT; c++)
    if (!only || strcmp(only, constructs[c].name) == 0)
      n[c] = calibrate(constructs[c].run, sample_ns);
  for (int round = 0; round < ROUNDS; round++)
    for (int c = 0; c < COUNT; c++) {
      if (!n[c])
        continue;
      double one = unit();
      ns[c][round] = sample(constructs[c].run, n[c]);
      units[c][round] = ns[c][round] / one;
    }
  for (int c = 0; c < COUNT; c++) {
    if (!n[c])
      continue;
    qsort(ns[c], ROUNDS, sizeof ns[c][0], by_value);
    qsort(units[c], ROUNDS, sizeof units[c][0], by_value);
    printf("%.3f %.4f %s\n", ns[c][ROUNDS / 2], units[c][ROUNDS / 2], constructs[c].name);
  }
  omp_destroy_lock(&lock);
  return 0;
}
