// SIGKILL at 200 random moments: the experiment is readable each time, and loses nothing but the last event of a thread.
// UNSUPPORTED: traced
// RUN: %fresh && %program %s -o a
// RUN: env POMP_TRACE=0 %python %inputs/kill.py 200 ./a %pomp_report
// The same of a trace: all complete events of all threads are read.
// RUN: env POMP_TRACE=1 %python %inputs/kill.py 200 ./a %pomp_report --from-trace
#define _GNU_SOURCE
#include "regions.h"
#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

REGION(par, "parallel", 1);
REGION(loop, "for", 2);
static struct ompregdescr many[1000];

/* What a thread has done, where the killer can see it: enters of `loop` that it began and that were over, the same of
 * its exits. Each on a cache line of its own. */
struct count {
  volatile uint64_t entering, entered, leaving, left, pad[4];
};

int main(void) {
  int fd = open("done", O_RDWR | O_CREAT, 0666);
  if (fd < 0 || ftruncate(fd, 4096))
    return 1;
  struct count *counts = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  for (int i = 0; i < 1000; i++) {
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
      mine->entered = i + 1;
      POMP_Single_enter(&many[i % 1000]);
      POMP_Single_exit(&many[i % 1000]);
      mine->leaving = i + 1;
      POMP_For_exit(&loop);
      mine->left = i + 1;
    }
  }
}
