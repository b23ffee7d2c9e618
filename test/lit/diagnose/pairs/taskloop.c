// The grainsize of a taskloop is so large that one thread gets all its iterations. The fixed program makes several tasks a thread.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g -I%S/../Inputs %s -o bad && %pomp_clang -O1 -g -DFIXED -I%S/../Inputs %s -o fixed
// RUN: %pair ./bad ./fixed 2
// With more threads some would have nothing to do in all rounds, which is another finding (idle_threads).
#include "pair.h"
#include <omp.h>

enum { MOST = 64, ROUNDS = 25, ITERATIONS = 16, EACH = 500 };
#ifdef FIXED
enum { GRAIN = 1 };
#else
enum { GRAIN = 12 };
#endif

static struct {
  _Alignas(256) double worked, begin, end;
} times[MOST];

int main(void) {
  double severity = 0;
#pragma omp parallel
  {
#pragma omp barrier
    times[omp_get_thread_num()].begin = now();
#pragma omp single
    for (int round = 0; round < ROUNDS; round++) {
#line 100
#pragma omp taskloop grainsize(GRAIN)
      for (int i = 0; i < ITERATIONS; i++) {
        double begin = now();
        work(EACH);
        times[omp_get_thread_num()].worked += now() - begin;
      }
    }
    times[omp_get_thread_num()].end = now();
  }
  for (int i = 0; i < omp_get_max_threads(); i++)
    severity += times[i].end - times[i].begin - times[i].worked;
  pair_advice("task_starvation", 100, severity, "grainsize(GRAIN)");
  return 0;
}
