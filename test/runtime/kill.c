// SIGKILL at 20 random moments: the experiment is readable each time, and loses nothing but the last event.
// RUN: %fresh && %program %s -o a
// RUN: %python %inputs/kill.py 20 ./a -- %check
#define _GNU_SOURCE
#include "regions.h"
#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

REGION(par, "parallel", 1);
REGION(loop, "for", 2);
static struct ompregdescr many[1000];

/* What each of two threads has done, where the killer can see it: visits of `loop` that are over. */
static volatile uint64_t *done;

int main(void) {
  int fd = open("done", O_RDWR | O_CREAT, 0666);
  if (fd < 0 || ftruncate(fd, 4096))
    return 1;
  done = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  for (int i = 0; i < 1000; i++) {
    many[i] = loop;
    many[i].name = "single";
    many[i].begin_line1 = 10 + i;
  }
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    volatile uint64_t *mine = &done[64 * (getpid() != gettid())];
    POMP_Parallel_begin(&par);
    for (uint64_t i = 0;; i++) {
      POMP_For_enter(&loop);
      POMP_Single_enter(&many[i % 1000]);
      POMP_Single_exit(&many[i % 1000]);
      POMP_For_exit(&loop);
      *mine = i + 1;
    }
  }
}
