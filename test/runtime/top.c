// pomp-top shows a running program on a terminal, follows keys and sizes, and leaves the terminal as it was, however it ends.
// REQUIRES: ncurses
// UNSUPPORTED: traced
// RUN: %fresh && %program %s -o a && %python %inputs/top.py %pomp_top ./a
// RUN: %pomp_top --help | grep "usage: pomp-top" && %pomp_top --version | grep "^pomp-top [0-9.]*$"
// RUN: %pomp_top --manual=man | grep "^.TH POMP.*TOP 1 " && %pomp_top --manual=bash | grep -e --since-start
#include "regions.h"
#include <omp.h>
#include <stdio.h>
#include <unistd.h>

REGION(par, "parallel", 1);
REGION(loop, "for", 2);
REGION(wall, "barrier", 2);
REGION_AT(event, "region", "event", 3);

static int inside;

int main(void) {
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(3)
  {
    POMP_Parallel_begin(&par);
    POMP_For_enter(&loop);
    if (omp_get_thread_num() == 1) {
      int n;
      do {
        usleep(1000);
#pragma omp atomic read
        n = inside;
      } while (n < 2);
      puts("inside");
      fflush(stdout);
      while (access("stop", F_OK) != 0) {
        if (access("go", F_OK) == 0) {
          POMP_Begin(&event);
          POMP_End(&event);
        }
        usleep(1000);
      }
    }
    POMP_For_exit(&loop);
#pragma omp atomic
    inside++;
    POMP_Barrier_enter(&wall);
#pragma omp barrier
    POMP_Barrier_exit(&wall);
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  return 0;
}
