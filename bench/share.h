/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* share.h - times short bursts of one kind of construct, and keeps those in which no thread lost its processor.
 * Not here: the kinds (share.c, share_held.c), what is made of the times (share). Usage: PROGRAM [KIND SECONDS]. */
#ifndef SHARE_H
#define SHARE_H

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static volatile int sink;

/* Takes a nanosecond or so each time. */
static void work(int n) {
  unsigned x = (unsigned)sink + 1;
  for (int i = 0; i < n; i++) {
    x ^= x << 5 ^ x >> 3;
    __asm__ volatile("" : "+r"(x));
  }
  if (x == 12345)
    sink = 1;
}

struct kind {
  const char *name;
  void (*run)(int);
  int count; /* so that a burst takes some 100 microseconds */
};

static double now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Returns how often threads of the process have lost their processor, or given it away. */
static long switches(void) {
  struct rusage u;
  getrusage(RUSAGE_SELF, &u);
  return u.ru_nvcsw + u.ru_nivcsw;
}

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

/* Prints how many bursts there were, how many of them count, and the median of these, in ns. All members are there when
 * a burst begins, as they have just ended a team. */
static void bursts(const struct kind *k, double seconds) {
  enum { MOST = 40 };
  static double times[MOST];
  int all = 0, good = 0;
  for (double end = now_ns() + seconds * 1e9; good < MOST && (now_ns() < end || !all); all++) {
    const long before = switches();
#pragma omp parallel
    work(1);
    double begin = now_ns();
    k->run(k->count);
    double took = now_ns() - begin;
    if (switches() == before)
      times[good++] = took;
  }
  qsort(times, (size_t)good, sizeof *times, by_size);
  printf("%d %d %.0f\n", all, good, good ? times[good / 2] : 0);
}

/* Without arguments, the names of all kinds are printed. */
static int share_main(const struct kind *kinds, size_t count, int argc, char **argv) {
  for (size_t i = 0; i < count; i++)
    if (argc < 3)
      puts(kinds[i].name);
    else if (strcmp(argv[1], kinds[i].name) == 0)
      bursts(&kinds[i], atof(argv[2]));
  return 0;
}

#endif
