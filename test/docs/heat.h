/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* heat.h - how long what heat.c does takes, by the clock that it sets: each of its runs takes a little more or less, by
 * the name of its experiment. What it does is not here. */
#ifndef HEAT_H
#define HEAT_H
#include "test_clock.h"
#include <stdlib.h>

#ifdef MORE
enum { PARTS = 6 };
#else
enum { PARTS = 5 };
#endif

static inline uint64_t varies(uint64_t ns) {
  const char *name = getenv("POMP_EXPERIMENT_DIR");
  unsigned sum = 0;
  for (; name && *name; name++)
    sum = sum * 31 + (unsigned char)*name;
  return ns * (1000 + sum % 16) / 1000;
}

static inline void takes_alone(void) { clock_work(varies(2 * CLOCK_US)); }

/* The i-th of n cells of a loop takes about so many ns, those of the second half a little more. The last cell of each
 * of two threads ends what the thread does before the loop's barrier, which is the `barrier`-th. */
static inline void takes(int i, int n, int barrier, uint64_t ns) {
  static struct clock_meeting ends;
  clock_work(varies(ns * PARTS / 5 + (i > n / 2 ? ns / 50 : 0)));
  if (i == n / 2 || i == n)
    clock_meet(&ends, (size_t)barrier);
}

#endif
