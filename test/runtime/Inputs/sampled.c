/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sampled.c - uses CPU time in functions below a loop: 0.3 s in each of two threads, three parts of four in `hot`. */
#include <time.h>

enum { THREADS = 2, STEPS = 60, MS = 5 };

static double cpu_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* Returns when the thread has used so much CPU time. The line in the loop is the one that samples find. */
static inline __attribute__((always_inline)) double use(double ms) {
  volatile double x = 1;
  for (double end = cpu_ms() + ms; cpu_ms() < end;)
    for (int i = 0; i < 20000; i++)
      x = x * 0.999 + 0.001;
  return x;
}

__attribute__((noinline)) static double hot(void) { return use(MS * 0.75) + 1; }
__attribute__((noinline)) static double cool(void) { return use(MS * 0.25) + 2; }
__attribute__((noinline)) static double step(void) { return hot() + cool(); }

int main(void) {
  double sum = 0;
#pragma omp parallel for num_threads(THREADS) schedule(static) reduction(+ : sum)
  for (int i = 0; i < THREADS * STEPS; i++)
    sum += step();
  return sum > 0 ? 0 : 1;
}
