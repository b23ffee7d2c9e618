// SIGKILL comes at 200 random moments, with and without a trace (20 each in `make test`): the experiment is readable each time,
// and loses nothing but the last event of a thread.
// UNSUPPORTED: traced
// RUN: %fresh && %program %s -o a
// RUN: env POMP_TRACE=0 %python %inputs/kill.py 200 ./a %pomp_report
// All complete events of all threads are read from a trace, too.
// RUN: env POMP_TRACE=1 %python %inputs/kill.py 200 ./a %pomp_report --from-trace
#define _GNU_SOURCE
#include "progress.h"

enum { MANY = 1000 };
static struct ompregdescr many[MANY];

int main(void) {
  struct progress *all = progress_make();
  regions_fill(many, MANY, &loop, "single", 10);
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    struct progress *mine = progress_mine(all);
    POMP_Parallel_begin(&par);
    for (uint64_t i = 0;; i++) {
      mine->entering = i + 1;
      POMP_For_enter(&loop);
      mine->entered = i + 1;
      POMP_Single_enter(&many[i % MANY]);
      POMP_Single_exit(&many[i % MANY]);
      mine->leaving = i + 1;
      POMP_For_exit(&loop);
      mine->left = i + 1;
    }
  }
}
