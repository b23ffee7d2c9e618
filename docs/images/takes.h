/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* takes.h - how long what ripples.c does takes, by the clock that it sets (test/clock): the pictures of a run show the
 * same on each machine. There have to be 4 threads. What the program does is not here. */
#ifndef TAKES_H
#define TAKES_H
#include "test_clock.h"

enum { ROWS = 16, THREADS = 4 };
static struct clock_meeting takes_ends; /* two for each step: of the loop, and of the team */
static uint64_t takes_left;             /* when the critical section was left */
static int takes_turn;                  /* whose turn it is to enter it */
static __thread int takes_until_free;   /* how many events there are until the thread has freed it, and 1 */

static uint64_t takes_event(void) {
  uint64_t now = clock_event();
  if (takes_until_free && --takes_until_free == 0)
    clock_next(&takes_turn);
  return now;
}

__attribute__((constructor)) static void takes_start(void) {
  clock_start();
  __pomp_ask = takes_event;
}

static inline void read_wind(int step) {
  (void)step;
  clock_work(6 * CLOCK_MS);
}

/* The rows of each thread take a third longer than those of the one before. */
static inline double relax(int step, int row) {
  const int parts[THREADS] = {27, 36, 48, 64};
  clock_work((uint64_t)parts[row * THREADS / ROWS] * CLOCK_MS / 8 + (uint64_t)(step * 7 + row) % 5 * 100 * CLOCK_US);
  if (row % (ROWS / THREADS) == ROWS / THREADS - 1)
    clock_meet(&takes_ends, (size_t)(2 * step));
  return 1.0 / (1 + row);
}

/* The threads get the critical section one after another, as the first one has done so earliest. */
static inline double spread(int step, double mine) {
  const int thread = omp_get_thread_num();
  clock_work(5 * CLOCK_MS + (uint64_t)thread * 400 * CLOCK_US);
  clock_turn(&takes_turn, THREADS * step + thread);
  clock_wait_for(&takes_left);
  return mine;
}

/* The events behind it are the critical section's end, and its exit, before which it was freed. */
static inline double sum_up(int step, double mine) {
  clock_work(4 * CLOCK_MS);
  clock_raise(&takes_left, clock_now());
  takes_until_free = 2;
  clock_meet(&takes_ends, (size_t)(2 * step + 1));
  return mine;
}
#endif
