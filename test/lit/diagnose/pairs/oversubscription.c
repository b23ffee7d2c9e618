// Teams have twice as many members as there are processors, and members that wait for the others spin: so they keep those from
// the processors (mode `flat`); or nested teams have (mode `nested`). In the fixed program there are as many as processors, with the same work.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g -I%S/../Inputs %s -o bad && %pomp_clang -O1 -g -DFIXED -I%S/../Inputs %s -o fixed
// RUN: env OMP_WAIT_POLICY=active KMP_USE_YIELD=0 %pair --crowds ./bad ./fixed 2 flat
// RUN: env OMP_WAIT_POLICY=active KMP_USE_YIELD=0 %pair --crowds ./bad ./fixed 2 nested
#include "pair.h"
#include <omp.h>
#include <string.h>

enum { ROUNDS = 60, WORK = 2000 };

#ifdef FIXED
enum { TIMES = 1 };
#else
enum { TIMES = 2 };
#endif

static void flat(void) {
  int size = omp_get_num_procs() * TIMES;
  for (int round = 0; round < ROUNDS; round++)
#pragma omp parallel num_threads(size)
    work(2. * WORK / TIMES);
}

static void nested(void) {
  int outer = omp_get_num_procs();
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(outer)
  for (int round = 0; round < ROUNDS; round++) {
#line 200
#pragma omp parallel num_threads(TIMES)
    work(2. * WORK / TIMES);
  }
}

int main(int argc, char **argv) {
  int is_nested = argc > 1 && strcmp(argv[1], "nested") == 0;
  if (is_nested)
    nested();
  else
    flat();
  if (is_nested)
    pair_truth("oversubscription", 200, ready());
  else
    printf("{\"property\": \"oversubscription\", \"line\": null, \"severity_s\": %.9f}\n", ready());
  return 0;
}
