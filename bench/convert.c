/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* convert.c - makes many events on two threads: a loop of regions, with a barrier and a critical section now and then.
 * Usage: convert VISITS; the trace has twice as many events. */
#include "pomp.h"

#include <stdlib.h>

#define REGION(variable, construct, line)                                                                              \
  static struct ompregdescr variable = {construct, "",   0,   "convert.c", line,   line,                               \
                                        line,      line, {0}, 0,           "main", POMP_RD_REST}
REGION(par, "parallel", 1);
REGION(loop, "for", 2);
REGION(single, "single", 3);
REGION(lock, "critical", 4);

int main(int argc, char **argv) {
  long visits = argc > 1 ? atol(argv[1]) : 1000000;
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
    for (long i = 0; i < visits / 4; i++) {
      POMP_For_enter(&loop);
      if (i % 100 == 0) {
        POMP_Critical_enter(&lock);
        POMP_Critical_begin(&lock);
        POMP_Critical_end(&lock);
        POMP_Critical_exit(&lock);
      } else {
        POMP_Single_enter(&single);
        POMP_Single_exit(&single);
      }
      POMP_For_exit(&loop);
    }
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  return 0;
}
