// Threads wait because others sleep, by construct and by call path: the trace says of each barrier and critical section what the
// profile says, which %check compares, and that is what was slept, at least half of it, as others may use the machine.
// RUN: %fresh && %program %s -o a && env POMP_TRACE=1 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e ./a
// RUN: %check e '0.1 <= wait("barrier", 3) <= inclusive("barrier", 3)' '0.1 <= wait("barrier (implicit)", 2) <= inclusive("barrier (implicit)", 2)' \
// RUN:   'path("parallel (fork-join)", "parallel", "region(late)", "barrier")["wait_ns"] > 0.1e9' \
// RUN:   'path("parallel (fork-join)", "parallel", "region(early)", "barrier")["wait_ns"] < path("parallel (fork-join)", "parallel", "region(late)", "barrier")["wait_ns"]' \
// RUN:   '0.1 <= wait("critical") <= inclusive("critical")' 'region("critical")["contended"] == 1'
#include "regions.h"
#include <omp.h>

REGION(par, "parallel", 1);
REGION(loop, "for", 2);
REGION(bar, "barrier", 3);
REGION(crit, "critical", 4);
REGION_AT(late, "region", "late", 5);
REGION_AT(early, "region", "early", 6);
static int there;

static void come_late(int who) {
  if (omp_get_thread_num() == who)
    nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
}

static void meet(struct ompregdescr *where, int who) {
  POMP_Begin(where);
  come_late(who);
  POMP_Barrier_enter(&bar);
#pragma omp barrier
  POMP_Barrier_exit(&bar);
  POMP_End(where);
}

int main(void) {
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
#pragma omp barrier
    meet(&early, -1);
    meet(&late, 1);
    POMP_For_enter(&loop);
    come_late(0);
    POMP_Barrier_enter(&loop);
#pragma omp barrier
    POMP_Barrier_exit(&loop);
    POMP_For_exit(&loop);
    if (omp_get_thread_num() == 1)
      while (!__atomic_load_n(&there, __ATOMIC_ACQUIRE))
        ;
    POMP_Critical_enter(&crit);
#pragma omp critical
    {
      POMP_Critical_begin(&crit);
      if (omp_get_thread_num() == 0) {
        __atomic_store_n(&there, 1, __ATOMIC_RELEASE);
        nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
      }
      POMP_Critical_end(&crit);
    }
    POMP_Critical_exit(&crit);
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  return 0;
}
