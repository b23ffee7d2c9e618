// The kernel's CPU time is about what the program has read itself (whose clock leaves out some of what interrupts it), and no more than
// there was; it is nearly nothing while the program sleeps. Only the real clock goes on as the kernel's does.
// REQUIRES: perf
// UNSUPPORTED: sanitized
// DEFINE: %{works} = '0.9 * file("cpu") <= metric("perf:task-clock", "region(works)") <= 1.01 * region("region(works)")["inclusive_ns"]'
// RUN: %fresh && %program %s -o a && env LD_BIND_NOW=1 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e POMP_METRICS=perf:task-clock,perf:context-switches ./a > cpu
// RUN: %check e %{works} 'metric("perf:task-clock", "region(sleeps)") < 0.5 * region("region(sleeps)")["inclusive_ns"]' \
// RUN:   'region("region(works)")["derived"]["CPU%"]["exclusive"] <= 101' '5 <= metric("perf:context-switches", "region(sleeps)") <= 15'
// RUN: env LD_BIND_NOW=1 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=t POMP_METRICS=perf:task-clock,perf:page-faults POMP_METRICS_MULTIPLEX=1 ./a > cpu
// RUN: %check t %{works}
#include "regions.h"
#include <stdio.h>

REGION_AT(sleeps, "region", "sleeps", 3);
REGION_AT(works, "region", "works", 4);

static long long cpu_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1000000000ll + t.tv_nsec;
}

int main(void) {
  POMP_Begin(&works);
  long long begun = cpu_ns();
  busy(30);
  long long ended = cpu_ns();
  POMP_End(&works);
  printf("%lld\n", ended - begun);
  POMP_Begin(&sleeps);
  for (int i = 0; i < 5; i++)
    nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
  POMP_End(&sleeps);
  return 0;
}
