/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* phases.c - a simulation whose steps take longer and longer, as one of two threads has more and more to do; and in
 * step 31 a file is written. What it does takes no time, but moves on the clock that it sets (test/clock). */
#include "test_clock.h"

static struct clock_meeting barrier, end;

static void advance(int step) {
#pragma omp parallel num_threads(2)
  {
    clock_work((omp_get_thread_num() ? 100 + (unsigned)step : 100) * 100 * CLOCK_US);
    clock_meet(&barrier, (size_t)step);
#pragma omp barrier
    clock_meet(&end, (size_t)step);
  }
  clock_met();
}

static void write_file(void) {
#pragma pomp inst begin(write)
  clock_work(30 * CLOCK_MS);
#pragma pomp inst end(write)
}

int main(void) {
  clock_start();
  for (int step = 1; step <= 60; step++) {
#pragma pomp inst begin(step) phase
    advance(step);
    if (step == 31)
      write_file();
#pragma pomp inst end(step)
  }
  return 0;
}
