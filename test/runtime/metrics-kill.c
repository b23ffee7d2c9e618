// A reader while the program runs, and after SIGKILL at a random moment: each visit counts seven steps, in two parts; what is
// there is what was counted until then, but for the event that a thread was in, and never more.
// REQUIRES: papi
// RUN: %fresh && %program %s -lsde -o a
// RUN: %python %inputs/metric-kill.py 40 ./a %pomp_report
#define _GNU_SOURCE
#include "regions.h"
#include <fcntl.h>
#include <sde_lib.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

REGION(par, "parallel", 1);
REGION(loop, "for", 2);
static struct ompregdescr many[300];

static _Thread_local long long steps;
static long long own_steps(void *unused) {
  (void)unused;
  return steps;
}

/* What a thread has done, where the killer can see it: visits that it began, and those that were over. */
struct count {
  volatile uint64_t entering, left, pad[6];
};

int main(void) {
  int fd = open("done", O_RDWR | O_CREAT, 0666);
  if (fd < 0 || ftruncate(fd, 4096))
    return 1;
  struct count *counts = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  papi_sde_register_counter_cb(papi_sde_init("program"), "steps", PAPI_SDE_RO | PAPI_SDE_DELTA, PAPI_SDE_long_long, own_steps, NULL);
  for (int i = 0; i < 300; i++) {
    many[i] = loop;
    many[i].name = "single";
    many[i].begin_line1 = 10 + i;
  }
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    struct count *mine = &counts[getpid() != gettid()];
    POMP_Parallel_begin(&par);
    for (uint64_t i = 0;; i++) {
      mine->entering = i + 1;
      POMP_For_enter(&loop);
      steps += 4;
      POMP_Single_enter(&many[i / 10 % 300]);
      steps += 3;
      POMP_Single_exit(&many[i / 10 % 300]);
      POMP_For_exit(&loop);
      mine->left = i + 1;
    }
  }
}
