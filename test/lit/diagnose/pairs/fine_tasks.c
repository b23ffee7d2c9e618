// Each task gets a copy of a large array, which takes about as long to make as the task takes. In the fixed program the tasks share it.
// All threads make tasks. Copies of more threads than processors would take longer than each of them on a processor of its own,
// so there is no run with more.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g %pair_flags %s -o bad && %pomp_clang -O1 -g -DFIXED %pair_flags %s -o fixed
// RUN: %pair ./bad ./fixed 2
#include "pair.h"
#include <omp.h>
#include <string.h>

enum { MOST = 64, TASKS = IF_REAL(4000, 400), BYTES = 240 * 1024 };

struct data {
  char bytes[BYTES];
};

static struct data input;
static uint64_t making[MOST][16], in_jobs[MOST][16];
static volatile char sink;

#ifndef FIXED
/* By the set clock, making a task takes what this does. */
static int copies(void) {
  cost(20000);
  return 0;
}
#endif

static void job(const char *bytes) {
  TOGETHER(2);
  uint64_t begin = now();
  sink = bytes[BYTES - 1];
  work(30);
  in_jobs[omp_get_thread_num()][0] += now() - begin;
}

int main(void) {
  uint64_t severity = 0;
  pair_begin();
  memset(&input, 1, sizeof input);
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    struct data *shared_by_all = &input, own = input;
    (void)shared_by_all;
    (void)own;
    MEET();
#pragma omp for
    for (int i = 0; i < TASKS; i++) {
      uint64_t begin = now() - in_jobs[me][0]; /* if too many tasks wait, one is executed as it is made */
#ifdef FIXED
#line 100
#pragma omp task firstprivate(shared_by_all)
      job(shared_by_all->bytes);
#else
#line 100
#pragma omp task firstprivate(own) priority(copies())
      job(own.bytes);
#endif
      making[me][0] += now() - in_jobs[me][0] - begin;
    }
  }
  for (int i = 0; i < MOST; i++)
    severity += making[i][0];
  pair_cost("fine_tasks", 100, severity);
  return 0;
}
