// A parallel region in a loop takes longer to fork and join than for its work. In the fixed program it is around the loop. Threads
// sleep while they wait, so that what the events take is little of that.
// Members that take turns on a processor would take longer for both than on processors of their own, and a fork takes its time on
// a processor: so there is no run with more threads.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g -I%S/../Inputs %s -o bad && %pomp_clang -O1 -g -DFIXED -I%S/../Inputs %s -o fixed
// RUN: env OMP_WAIT_POLICY=passive %pair ./bad ./fixed 2
#include "pair.h"
#include <omp.h>

enum { MOST = 64, ROUNDS = 4000 };

#ifdef FIXED
int main(void) {
#pragma omp parallel
  for (int round = 0; round < ROUNDS; round++)
    work(8);
  pair_cost("small_parallel", 100, 0);
  return 0;
}
#else
int main(void) {
  static double busy[MOST][16];
  double severity = 0;
  int size = omp_get_max_threads();
  for (int round = 0; round < ROUNDS; round++) {
    double begin = now();
#line 100
#pragma omp parallel
    {
      double *mine = busy[omp_get_thread_num()], since = now();
      work(8);
      *mine += now() - since;
    }
    severity += (now() - begin) * size;
  }
  for (int i = 0; i < size; i++)
    severity -= busy[i][0];
  pair_cost("small_parallel", 100, severity);
  return 0;
}
#endif
