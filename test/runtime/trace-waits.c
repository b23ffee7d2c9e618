// Threads wait because others come late, by construct and by call path: the trace says of each barrier and critical section what the
// profile says, which %check compares, and that is by how much the others were late, by the program's clock.
// RUN: %fresh && %clocked %s -o a && env POMP_TRACE=1 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e ./a
// DEFINE: %{barrier} = (lambda where: path("parallel (fork-join)", "parallel", where, "barrier")["wait_ns"])
// RUN: %check e 'region("barrier (implicit)", 2)["wait_ns"] == 30000000' '%{barrier}("region(late)") == 20000000' '%{barrier}("region(early)") == 0' \
// RUN:   'region("critical")["wait_ns"] == 40000000' 'region("critical")["contended"] == 1'
#include "regions.h"
#include "test_clock.h"

REGION(par, "parallel", 1);
REGION(loop, "for", 2);
REGION(bar, "barrier", 3);
REGION(crit, "critical", 4);
REGION_AT(late, "region", "late", 5);
REGION_AT(early, "region", "early", 6);
static struct clock_meeting meeting;
static uint64_t left; /* the critical section */
static int turn;

static void meet(struct ompregdescr *d, size_t which) {
  clock_meet(&meeting, which);
  POMP_Barrier_enter(d);
#pragma omp barrier
  clock_met();
  POMP_Barrier_exit(d);
}

/* One thread comes later to the barrier by so many ms. */
static void meet_late(struct ompregdescr *where, size_t which, int who, uint64_t ms) {
  POMP_Begin(where);
  if (omp_get_thread_num() == who)
    clock_work(ms * CLOCK_MS);
  meet(&bar, which);
  POMP_End(where);
}

int main(void) {
  clock_start();
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
    meet_late(&early, 0, -1, 0);
    meet_late(&late, 1, 1, 20);
    POMP_For_enter(&loop);
    if (omp_get_thread_num() == 0)
      clock_work(30 * CLOCK_MS);
    meet(&loop, 2);
    POMP_For_exit(&loop);
    if (omp_get_thread_num() == 1)
      clock_turn(&turn, 1);
    POMP_Critical_enter(&crit);
    if (omp_get_thread_num() == 1)
      clock_next(&turn);
#pragma omp critical
    {
      clock_set(left);
      POMP_Critical_begin(&crit);
      if (omp_get_thread_num() == 0) {
        clock_next(&turn);
        clock_turn(&turn, 2);
        clock_work(40 * CLOCK_MS);
        left = clock_now();
      }
      POMP_Critical_end(&crit);
    }
    POMP_Critical_exit(&crit);
    clock_meet(&meeting, 3);
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  return 0;
}
