/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* path.c - the program whose critical path docs/report.md shows: each thread takes an element of each loop, which says
 * by the clock of tests how long it takes. */
#include "test_clock.h"

static struct clock_meeting ends;
static size_t loops;

static void take(uint64_t ms, size_t loop) {
  clock_work(ms * CLOCK_MS);
  clock_meet(&ends, loop);
}

static void assemble(size_t loop) {
#pragma omp parallel for num_threads(2) schedule(static, 1)
  for (uint64_t i = 0; i < 2; i++)
    take(10 + 20 * i, loop);
}

static void solve(size_t loop) {
#pragma omp parallel for num_threads(2) schedule(static, 1)
  for (uint64_t i = 0; i < 2; i++)
    take(60 - 5 * i, loop);
}

int main(void) {
  clock_start();
  clock_work(20 * CLOCK_MS); /* it reads what is to be computed */
  for (int step = 0; step < 3; step++)
    assemble(loops++);
  for (int step = 0; step < 3; step++)
    solve(loops++);
  return 0;
}
