// After the first event of an excluded region, its events take no lock, no memory and no system call, nor does anything
// appear in the experiment.
// UNSUPPORTED: sanitized
// The library's sources are a part of this program, and their system calls go through its function. Each slow path holds back
// signals, and so makes some.
// RUN: %fresh && %cc -O0 -fopenmp -D_GNU_SOURCE -DPOMP_VERSION='"test"' -DPOMP_SYSTEM_CALL_OUTSIDE -I %root/common -I %root/common/metrics -I %root/runtime/libpompomp %s %root/runtime/libpompomp/*/*.c %root/common/*.c %root/common/metrics/*.c %inputs/no-diagnosis.c -o a -Wl,--wrap=malloc,--wrap=calloc
// RUN: printf 'SCOREP_REGION_NAMES_BEGIN EXCLUDE no-* critical SCOREP_REGION_NAMES_END' > f
// RUN: env POMP_FILTER=f POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a > out && echo 0 | diff - out
// RUN: %check e 'experiment["filtered"] == 2' 'len(regions) == 4' 'visits("region(yes)") == 2' 'experiment["ignored"] == 0'
// A region that is new each time shows that the count would notice.
// RUN: env POMP_EXPERIMENT_DIR=e2 POMP_SUMMARY=0 ./a new > out && not grep -x 0 out
#include "pomp_system.h"
#include "regions.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static int calls, counted;
#define COUNT __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED)

void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);

void *__wrap_malloc(size_t size) {
  COUNT;
  return __real_malloc(size);
}
void *__wrap_calloc(size_t n, size_t size) {
  COUNT;
  return __real_calloc(n, size);
}
long pomp_system_call(long number, long a, long b, long c, long d, long e, long f) {
  COUNT;
  if (number == SYS_perf_event_open) /* who is pushed off a processor on a busy machine has events that read records of it */
    return -EACCES;
  return pomp_system_enter(number, a, b, c, d, e, f);
}

REGION_AT(no, "region", "no-region", 1);
REGION_AT(yes, "region", "yes", 2);
REGION(critical, "critical", 3);
REGION(par, "parallel", 4);

static void events(void) {
  POMP_Begin(&no);
  POMP_Critical_enter(&critical);
  POMP_Critical_begin(&critical);
  POMP_Critical_end(&critical);
  POMP_Critical_exit(&critical);
  POMP_End(&no);
}

int main(int argc, char **argv) {
  (void)argv;
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
    POMP_Begin(&yes);
    events();
#pragma omp barrier
#pragma omp single
    calls = 0;
    for (int i = 0; i < 100000; i++)
      events();
    if (argc > 1) {
      REGION(new, "for", 5);
      POMP_For_enter(&new);
      POMP_For_exit(&new);
    }
#pragma omp barrier
#pragma omp single
    counted = calls; /* the end of the team may look at the thread's CPU clock */
    POMP_Begin(&no);
    POMP_End(&yes); /* `no` has not ended, and nobody has to repair it */
    POMP_Parallel_end(&par);
  }
  printf("%d\n", counted);
  POMP_Parallel_join(&par);
  return 0;
}
