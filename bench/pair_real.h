/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pair_real.h - what the programs of pairs say to the clock that tests set (test/lit/diagnose/Inputs/pair.h), for the
 * machine's clock: threads really compute and wait. Not here: how runs are compared (pair_times.py). */
#ifndef PAIR_REAL_H
#define PAIR_REAL_H

#include <dirent.h>
#include <omp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

#define CLOCK_US 1000ull /* what the set clock counts in a microsecond: ns */
#define IF_REAL(real, set) real

static inline uint64_t pair_clock(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static inline void pair_begin(void) {}
static inline void pair_start(void) {}
static inline void pair_first_team(void) {}

/* This is the clock that pomp's figures go by. */
static inline uint64_t now(void) { return pair_clock(CLOCK_MONOTONIC); }

/* Computes for some microseconds of the thread's own CPU time: other work of the machine takes none of that. If there
 * are more threads than processors, it sleeps in place of that, so that each takes as long as on a processor of its
 * own. */
static inline void work(uint64_t us) {
  static int sleeps = -1;
  int is_known = __atomic_load_n(&sleeps, __ATOMIC_RELAXED);
  if (is_known < 0) {
    is_known = getenv("PAIR_SLEEPS") != NULL;
    __atomic_store_n(&sleeps, is_known, __ATOMIC_RELAXED);
  }
  uint64_t end = (is_known ? now() : pair_clock(CLOCK_THREAD_CPUTIME_ID)) + us * 1000;
  struct timespec t = {(time_t)(end / 1000000000), (long)(end % 1000000000)};
  if (is_known)
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
  else
    while (pair_clock(CLOCK_THREAD_CPUTIME_ID) < end)
      ;
}

/* Returns for how long threads of the process were ready and had no processor, in ns. */
static inline uint64_t ready(void) {
  uint64_t sum = 0;
  DIR *tasks = opendir("/proc/self/task");
  for (struct dirent *e; tasks && (e = readdir(tasks));) {
    char path[300];
    unsigned long long on_cpu, waited = 0;
    snprintf(path, sizeof path, "/proc/self/task/%s/schedstat", e->d_name);
    FILE *file = e->d_name[0] == '.' ? NULL : fopen(path, "r");
    if (file && fscanf(file, "%llu %llu", &on_cpu, &waited) == 2)
      sum += waited;
    if (file)
      fclose(file);
  }
  if (tasks)
    closedir(tasks);
  return sum;
}

/* Nobody has to say these of the machine's clock. */
struct meeting {
  char unused;
};
static inline void cost(uint64_t ns) { (void)ns; }
static inline void meet(struct meeting *m, int n) { (void)m, (void)n; }
static inline void raises(struct meeting *m, int n) { (void)m, (void)n; }
static inline void lasts(uint64_t ns) { (void)ns; }
static inline void forks(void) {}
static inline void wait_for(uint64_t *is_free) { (void)is_free; }
static inline void frees(uint64_t *is_free) { (void)is_free; }
static inline void comes(const int *turn, int number) { (void)turn, (void)number; }
static inline void goes(int *turn) { (void)turn; }
static inline void together(int *count, int until) { (void)count, (void)until; }
#define MEET() (void)0
#define TOGETHER(threads) (void)(threads)

#endif
