/* long.c [N] - makes a trace that grows with N: two threads do so many loops, each. */
#include "regions.h"
#include <stdlib.h>

REGION(par, "parallel", 1);
REGION(loop, "for", 2);

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1;
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
    for (int i = 0; i < n; i++) {
      POMP_For_enter(&loop);
      POMP_For_exit(&loop);
    }
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  return 0;
}
