// While the program runs, the experiment can be read at any time, says that it is running, and its control word switches
// measurement off and on.
// RUN: %fresh && %program %s -o a && %python %inputs/live.py %pomp_report ./a
#include "regions.h"
#include <fcntl.h>
#include <unistd.h>

REGION(par, "parallel", 1);
REGION(loop, "for", 2);
static struct ompregdescr many[20000];
static int stopped;

int main(void) {
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
    for (int i = 0; !stopped; i++) {
#pragma omp barrier
#pragma omp single
      stopped = i % 64 == 0 && access("stop", F_OK) == 0;
      if (i < 20000) {
#pragma omp single
        {
          many[i] = loop;
          many[i].data[0] = NULL;
          many[i].begin_line1 = 10 + i;
        }
        POMP_Single_enter(&many[i]);
        POMP_Single_exit(&many[i]);
      }
      POMP_For_enter(&loop);
      POMP_For_exit(&loop);
    }
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  return 0;
}
