// A reader comes while the program runs, and after SIGKILL at 40 random moments (8 in `make test`): each visit counts seven steps, in two
// parts; the experiment has what was counted until then, but for the event that a thread was in, and never more.
// REQUIRES: papi
// RUN: %fresh && %program %s -lsde -o a
// RUN: %python %inputs/metric-kill.py 40 ./a %pomp_report
#define _GNU_SOURCE
#include "progress.h"
#include <sde_lib.h>

enum { MANY = 300 };
static struct ompregdescr many[MANY];

static _Thread_local long long steps;
static long long own_steps(void *unused) {
  (void)unused;
  return steps;
}

int main(void) {
  struct progress *all = progress_make();
  papi_sde_register_counter_cb(papi_sde_init("program"), "steps", PAPI_SDE_RO | PAPI_SDE_DELTA, PAPI_SDE_long_long, own_steps, NULL);
  regions_fill(many, MANY, &loop, "single", 10);
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    struct progress *mine = progress_mine(all);
    POMP_Parallel_begin(&par);
    for (uint64_t i = 0;; i++) {
      mine->entering = i + 1;
      POMP_For_enter(&loop);
      steps += 4;
      POMP_Single_enter(&many[i / 10 % MANY]);
      steps += 3;
      POMP_Single_exit(&many[i / 10 % MANY]);
      POMP_For_exit(&loop);
      mine->left = i + 1;
    }
  }
}
