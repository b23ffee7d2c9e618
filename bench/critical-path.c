/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* critical-path.c - makes a trace in which threads do little but wait for each other: critical sections, and a barrier
 * after every fourth. Usage: critical-path EVENTS THREADS; the trace has about as many events, enters and leaves. */
#include "pomp.h"

#include <omp.h>
#include <stdlib.h>

#define REGION(variable, construct, name, line)                                                                        \
  static struct ompregdescr variable = {construct, name, 0,      "critical-path.c", line, line, line, line,            \
                                        {0},       0,    "main", POMP_RD_REST}
REGION(par, "parallel", "", 1);
REGION(lock, "critical", "sum", 2);
REGION(bar, "barrier", "", 3);

static volatile double sum;

int main(int argc, char **argv) {
  long events = argc > 1 ? atol(argv[1]) : 1000000;
  int threads = argc > 2 ? atoi(argv[2]) : 2;
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(threads)
  {
    POMP_Parallel_begin(&par);
    for (long i = 0; i < (long)(events / threads / 4.5); i++) {
      POMP_Critical_enter(&lock);
#pragma omp critical(sum)
      {
        POMP_Critical_begin(&lock);
        sum += 1;
        POMP_Critical_end(&lock);
      }
      POMP_Critical_exit(&lock);
      if (i % 4 == 0) {
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
