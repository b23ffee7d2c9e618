// Each task makes another one and waits for it. That is no work of the task's: it takes longer to have it than it works, so tasks are too fine,
// and what is waited is what it takes to find and begin them. In the fixed program the function is called without a task.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g %pair_flags %s -o bad && %pomp_clang -O1 -g -DFIXED %pair_flags %s -o fixed
// RUN: %pair ./bad ./fixed 2
// RUN: %pair ./bad ./fixed 4
#include "pair.h"
#include <omp.h>

enum { MOST = 64, CALLS = 200, DEPTH = 10, WORK = 2 /* us */, MAKING = 1000, WAITING = 25000 /* ns */ };

static uint64_t lost[MOST][16];

#ifdef FIXED
static void call(int depth) {
  work(WORK);
  if (depth)
    call(depth - 1);
}
#else
/* By the set clock, making a task takes what this does. */
static int making(void) {
  cost(MAKING);
  return 0;
}

static void call(int depth) {
  uint64_t over;
  work(WORK);
  if (!depth)
    return;
#line 100
#pragma omp task if (0) priority(making())
  call(depth - 1);
  over = now() + WAITING;
  wait_for(&over);
#pragma omp taskwait
  lost[omp_get_thread_num()][0] += MAKING + WAITING;
}
#endif

int main(void) {
  uint64_t severity = 0;
  pair_begin();
#pragma omp parallel
  {
    for (int i = 0; i < CALLS; i++)
      call(DEPTH);
    MEET();
  }
  for (int i = 0; i < MOST; i++)
    severity += lost[i][0];
  pair_advice("fine_tasks", 100, severity, "call the function there, without a task");
  return 0;
}
