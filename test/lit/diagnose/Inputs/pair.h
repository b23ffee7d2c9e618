/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pair.h - clocks, work that takes a time of its own, and the line in which a program of a pair tells its truth.
 * Not here: what is held against it (pair.py). */
#ifndef PAIR_H
#define PAIR_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static inline double pair_clock(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Returns seconds by the clock that pomp's figures go by. */
__attribute__((unused)) static double now(void) { return pair_clock(CLOCK_MONOTONIC); }

/* Computes for some microseconds of the thread's own CPU time: other work of the machine takes none of that. */
__attribute__((unused)) static void compute(double us) {
  double end = pair_clock(CLOCK_THREAD_CPUTIME_ID) + us * 1e-6;
  while (pair_clock(CLOCK_THREAD_CPUTIME_ID) < end)
    ;
}

/* Computes for some microseconds. If there are
 * more threads than processors, it sleeps in place of that, so that each takes as long as on a processor of its own. */
__attribute__((unused)) static void work(double us) {
  static int sleeps = -1;
  int is_known = __atomic_load_n(&sleeps, __ATOMIC_RELAXED);
  if (is_known < 0) {
    is_known = getenv("PAIR_SLEEPS") != NULL;
    __atomic_store_n(&sleeps, is_known, __ATOMIC_RELAXED);
  }
  if (is_known) {
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    long ns = end.tv_nsec + (long)(us * 1e3);
    end.tv_sec += ns / 1000000000;
    end.tv_nsec = ns % 1000000000;
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, NULL);
    return;
  }
  compute(us);
}

/* Returns for how long threads of the process were ready and had no processor, in seconds. */
__attribute__((unused)) static double ready(void) {
  double sum = 0;
  DIR *tasks = opendir("/proc/self/task");
  for (struct dirent *e; tasks && (e = readdir(tasks));) {
    char path[300];
    unsigned long long on_cpu, waited = 0;
    snprintf(path, sizeof path, "/proc/self/task/%s/schedstat", e->d_name);
    FILE *file = e->d_name[0] == '.' ? NULL : fopen(path, "r");
    if (file && fscanf(file, "%llu %llu", &on_cpu, &waited) == 2)
      sum += (double)waited * 1e-9;
    if (file)
      fclose(file);
  }
  if (tasks)
    closedir(tasks);
  return sum;
}

/* Tells what is wrong, in which line, and what thread time it costs. */
__attribute__((unused)) static void pair_truth(const char *property, int line, double severity) {
  printf("{\"property\": \"%s\", \"line\": %d, \"severity_s\": %.9f}\n", property, line, severity);
}

/* Tells also which words the advice has. */
__attribute__((unused)) static void pair_advice(const char *property, int line, double severity, const char *advice) {
  printf("{\"property\": \"%s\", \"line\": %d, \"severity_s\": %.9f, \"advice\": \"%s\"}\n", property, line, severity,
         advice);
}

/* Tells the same of what operations cost: that is compared if the machine had time. */
__attribute__((unused)) static void pair_cost(const char *property, int line, double severity) {
  printf("{\"property\": \"%s\", \"line\": %d, \"severity_s\": %.9f, \"cost\": true}\n", property, line, severity);
}

#endif
