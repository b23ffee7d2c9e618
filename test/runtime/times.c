// Times of known work come out where they were spent, and waiting where it was waited, to the nanosecond, by the clock that the
// program sets.
// RUN: %fresh && %clocked %s -o a && env OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a
// RUN: %check e 'region("region(outer)")["inclusive_ns"] == (40 + 8 + 9 + 10 + 11 + 12) * 1000000' \
// RUN:   'region("region(outer)")["exclusive_ns"] == 40 * 1000000' 'region("region(work)")["min_visit_ns"] == 8 * 1000000' \
// RUN:   'region("region(work)")["exclusive_ns"] == region("region(work)")["inclusive_ns"] == (8 + 9 + 10 + 11 + 12) * 1000000' \
// RUN:   'region("region(work)")["max_visit_ns"] == 12 * 1000000' 'region("for")["exclusive_ns"] == (50 + 10) * 1000000' \
// RUN:   'region("barrier (implicit)")["wait_ns"] == region("barrier (implicit)")["exclusive_ns"] == (50 - 10) * 1000000' \
// RUN:   'region("critical")["wait_ns"] == region("critical")["exclusive_ns"] == 30 * 1000000' \
// RUN:   'region("critical (block)")["inclusive_ns"] == region("critical (block)")["exclusive_ns"] == 2 * 30 * 1000000' \
// RUN:   'region("parallel")["exclusive_ns"] == 5 * 1000000' 'experiment["wait_ns"] == (40 + 30) * 1000000' \
// RUN:   'experiment["wall_ns"] == (90 + 50 + 2 * 30 + 5) * 1000000' 'experiment["allocation_ns"] == 2 * experiment["wall_ns"]' \
// RUN:   'sum(l["in_regions_ns"] + l["outside_ns"] + l["idle_ns"] for l in locations) == experiment["allocation_ns"]'
#include "regions.h"
#include "test_clock.h"

REGION_AT(outer, "region", "outer", 1);
REGION_AT(work, "region", "work", 2);
REGION(par, "parallel", 3);
REGION(loop, "for", 4);
REGION(critical, "critical", 5);

static void user_regions(void) {
  POMP_Begin(&outer);
  clock_work(40 * CLOCK_MS);
  for (uint64_t ms = 8; ms <= 12; ms++) {
    POMP_Begin(&work);
    clock_work(ms * CLOCK_MS);
    POMP_End(&work);
  }
  POMP_End(&outer);
}

/* Both come to the critical section at the same time, and member 0 gets it first. */
static void team(int me) {
  static struct clock_meeting barrier;
  static uint64_t is_free;
  static int turn;
  POMP_For_enter(&loop);
  clock_work((me == 0 ? 50 : 10) * CLOCK_MS);
  POMP_Barrier_enter(&loop);
  clock_meet(&barrier, 0);
#pragma omp barrier
  clock_met();
  POMP_Barrier_exit(&loop);
  POMP_For_exit(&loop);
  clock_wait_for(&is_free);
  POMP_Critical_enter(&critical);
  clock_turn(&turn, me);
#pragma omp critical
  {
    POMP_Critical_begin(&critical);
    clock_work(30 * CLOCK_MS);
    POMP_Critical_end(&critical);
    clock_raise(&is_free, clock_now());
  }
  clock_next(&turn);
  POMP_Critical_exit(&critical);
  clock_work((me == 0 ? 0 : 5) * CLOCK_MS);
}

int main(void) {
  static struct clock_meeting end;
  clock_start();
  user_regions();
  POMP_Parallel_fork(&par);
#pragma omp parallel
  {
    POMP_Parallel_begin(&par);
    team(omp_get_thread_num());
    POMP_Parallel_end(&par);
    clock_meet(&end, 0);
  }
  clock_met();
  POMP_Parallel_join(&par);
  return 0;
}
