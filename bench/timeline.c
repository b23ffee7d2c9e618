/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* timeline.c - makes a trace that is worth looking at: regions of all lengths inside of each other, critical sections,
 * tasks, and a barrier now and then. Usage: timeline EVENTS THREADS; the trace has about as many events, enters and
 * leaves. */
#include "pomp.h"

#include <omp.h>
#include <stdlib.h>

#define REGION(variable, construct, name, line)                                                                        \
  static struct ompregdescr variable = {construct, name, 0, "timeline.c", line,        line, line,                     \
                                        line,      {0},  0, "main",       POMP_RD_REST}
REGION(par, "parallel", "", 1);
REGION(cell, "region", "cell", 2);
REGION(part, "region", "part", 3);
REGION(lock, "critical", "sum", 4);
REGION(bar, "barrier", "", 5);
REGION(job, "task", "", 6);

static volatile double sink;

/* Takes from a few ns to some µs, most often little. */
static void work(unsigned *seed) {
  double sum = 0;
  for (int i = rand_r(seed) % 64, n = i * i / 8; n > 0; n--)
    sum += n;
  sink = sum;
}

static void make_task(unsigned *seed) {
  unsigned own = *seed;
  POMP_Task_create_begin(&job);
#pragma omp task firstprivate(own)
  {
    POMP_Task_begin(&job);
    work(&own);
    POMP_Task_end(&job);
  }
  POMP_Task_create_end(&job);
}

static void step(unsigned *seed) {
  POMP_Begin(&cell);
  for (int i = rand_r(seed) % 8; i > 0; i--) {
    POMP_Begin(&part);
    work(seed);
    POMP_End(&part);
  }
  if (rand_r(seed) % 512 == 0) {
    POMP_Critical_enter(&lock);
#pragma omp critical(sum)
    {
      POMP_Critical_begin(&lock);
      work(seed);
      POMP_Critical_end(&lock);
    }
    POMP_Critical_exit(&lock);
  }
  POMP_End(&cell);
}

int main(int argc, char **argv) {
  long events = argc > 1 ? atol(argv[1]) : 1000000;
  int threads = argc > 2 ? atoi(argv[2]) : 4;
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(threads)
  {
    unsigned seed = 1 + (unsigned)omp_get_thread_num();
    POMP_Parallel_begin(&par);
    for (long i = 0; i < (long)(events / threads / 9.0); i++) { /* of a step */
      step(&seed);
      if (i % 512 == 0)
        make_task(&seed);
      if (i % 8192 == 0) {
        POMP_Barrier_enter(&bar);
#pragma omp barrier
        POMP_Barrier_exit(&bar);
      }
    }
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  return 0;
}
