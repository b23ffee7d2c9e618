// The library does much when threads meet it for the first time, and none of that is the program's time: in its first team, and in the first
// nested ones, each thread works for 20 ms, and its time in the region is that. It is the kernel that would give a processor away to a thread that is new, so
// that no clock that the test sets would tell. Of several runs that one counts which the machine has disturbed least.
// RUN: %fresh && %pomp_clang -O2 %s -o a
// RUN: %python %inputs/first-team.py %pomp_report ./a flat && %python %inputs/first-team.py %pomp_report ./a nested
#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static long long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000ll + t.tv_nsec;
}

/* Returns for how long it has worked by the clock on the wall. */
static long long work(void) {
  const long long from = now();
  long long to;
  while ((to = now()) - from < 20000000)
    ;
  return to - from;
}

int main(int argc, char **argv) {
  const int inner = argc > 1 && strcmp(argv[1], "nested") == 0 ? 2 : 1;
  long long worked[4] = {0};
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(3 - inner)
  {
    const int outer = omp_get_thread_num();
#pragma omp parallel num_threads(inner)
    worked[2 * outer + omp_get_thread_num()] = work();
  }
  printf("%lld %lld %lld\n", worked[0], worked[1], worked[2]);
  return 0;
}
