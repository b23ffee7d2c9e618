// One thread makes all tasks, and takes longer for each than another one takes to execute it: the others wait for tasks.
// In the fixed program all threads make some.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g -I%S/../Inputs %s -o bad && %pomp_clang -O1 -g -DFIXED -I%S/../Inputs %s -o fixed
// RUN: %pair ./bad ./fixed 2
// RUN: %pair ./bad ./fixed 4
#include "pair.h"
#include <omp.h>

enum { MOST = 64, TASKS = 480 };

/* By member: what it spent in the region, in tasks, and on making them. */
static double spent[MOST][16], in_jobs[MOST][16], making[MOST][16];

static void job(void) {
  double begin = now();
  work(300);
  in_jobs[omp_get_thread_num()][0] += now() - begin;
}

int main(void) {
  double severity = 0;
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    double begin = now();
#ifdef FIXED
#pragma omp for
#else
#pragma omp single
#endif
    for (int i = 0; i < TASKS; i++) {
      double since = now() - in_jobs[me][0]; /* if too many tasks wait, one is executed as it is made */
      work(600);                             /* to find out what the task has to do */
#line 100
#pragma omp task
      job();
      making[me][0] += now() - in_jobs[me][0] - since;
    }
    spent[me][0] += now() - begin;
  }
  for (int i = 0; i < MOST; i++)
    severity += spent[i][0] - in_jobs[i][0] - making[i][0];
  pair_truth("task_creation", 100, severity);
  return 0;
}
