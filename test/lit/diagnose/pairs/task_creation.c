// One thread makes all tasks, and takes longer for each than another one takes to execute it: the others wait for tasks.
// In the fixed program all threads make some.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g %pair_flags %s -o bad && %pomp_clang -O1 -g -DFIXED %pair_flags %s -o fixed
// RUN: %pair ./bad ./fixed 2
// RUN: %pair ./bad ./fixed 4
#include "pair.h"
#include <omp.h>

enum { MOST = 64, TASKS = IF_REAL(480, 240) };

/* By member: what it spent in the region, in tasks, and on making them. */
static uint64_t spent[MOST][16], in_jobs[MOST][16], making[MOST][16];
#ifndef FIXED
static int begun;
#endif

static void job(void) {
#ifdef FIXED
  TOGETHER(omp_get_num_threads());
#else
  goes(&begun);
#endif
  uint64_t begin = now();
  work(300);
  in_jobs[omp_get_thread_num()][0] += now() - begin;
}

int main(void) {
  uint64_t severity = 0;
  pair_begin();
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    uint64_t begin = now();
    MEET();
#ifdef FIXED
#pragma omp for
#else
#pragma omp single
#endif
    for (int i = 0; i < TASKS; i++) {
      uint64_t since = now() - in_jobs[me][0]; /* if too many tasks wait, one is executed as it is made */
      work(600);                             /* to find out what the task has to do */
#line 100
#pragma omp task
      job();
      making[me][0] += now() - in_jobs[me][0] - since;
#ifndef FIXED
      comes(&begun, i + 1); /* another thread has it by then */
#endif
    }
    spent[me][0] += now() - begin;
  }
  for (int i = 0; i < MOST; i++)
    severity += spent[i][0] - in_jobs[i][0] - making[i][0];
  pair_truth("task_creation", 100, severity);
  return 0;
}
