/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* progress.c - draws the bar: after a second, and not more than ten times a second.
 * Not here: who does the work. */
#include "base/progress.h"

#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define WIDTH 40
#define FIRST_NS 1000000000u
#define STEP_NS 100000000u

static uint64_t total, done, next_ns;
static bool shown, wanted;

static uint64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void progress_begin(uint64_t chunks) {
  total = chunks;
  wanted = chunks && isatty(STDERR_FILENO) == 1;
  next_ns = now_ns() + FIRST_NS;
}

static void draw(uint64_t part) {
  char bar[WIDTH + 1];
  for (uint64_t i = 0; i < WIDTH; i++)
    bar[i] = i * total < part * WIDTH ? '#' : '.';
  bar[WIDTH] = 0;
  fprintf(stderr, "\rconverting [%s] %3u %%", bar, (unsigned)(part * 100 / total));
  fflush(stderr);
  __atomic_store_n(&shown, true, __ATOMIC_RELAXED);
}

void progress_add(uint32_t chunks) {
  uint64_t part = __atomic_add_fetch(&done, chunks, __ATOMIC_RELAXED);
  if (!wanted)
    return;
  uint64_t next = __atomic_load_n(&next_ns, __ATOMIC_RELAXED), now = now_ns();
  if (now < next ||
      !__atomic_compare_exchange_n(&next_ns, &next, now + STEP_NS, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    return; /* too early, or another thread does it */
  draw(part < total ? part : total);
}

void progress_end(void) {
  if (__atomic_load_n(&shown, __ATOMIC_RELAXED))
    fprintf(stderr, "\r%*s\r", WIDTH + 19, "");
  wanted = false;
}
