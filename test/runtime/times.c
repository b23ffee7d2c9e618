// Times of known work come out where they were spent, and waiting where it was waited, to the nanosecond, by the clock that the
// program sets. The trace says of barriers, critical sections and locks what the profile says, which %check compares.
// DEFINE: %{barrier} = (lambda where: path("parallel (fork-join)", "parallel", where, "barrier")["wait_ns"])
// DEFINE: %{holds} = 'region("region(outer)")["inclusive_ns"] == (40 + 8 + 9 + 10 + 11 + 12) * 1000000' \
// DEFINE:   'region("region(outer)")["exclusive_ns"] == 40 * 1000000' 'region("region(work)")["min_visit_ns"] == 8 * 1000000' \
// DEFINE:   'region("region(work)")["exclusive_ns"] == region("region(work)")["inclusive_ns"] == (8 + 9 + 10 + 11 + 12) * 1000000' \
// DEFINE:   'region("region(work)")["max_visit_ns"] == 12 * 1000000' 'region("for")["exclusive_ns"] == (50 + 10) * 1000000' \
// DEFINE:   'region("barrier (implicit)")["wait_ns"] == region("barrier (implicit)")["exclusive_ns"] == (50 - 10) * 1000000' \
// DEFINE:   '%{barrier}("region(early)") == 0 and %{barrier}("region(late)") == region("barrier")["wait_ns"] == 20 * 1000000' \
// DEFINE:   'region("critical")["wait_ns"] == region("critical")["exclusive_ns"] == 30 * 1000000' \
// DEFINE:   'region("critical (block)")["inclusive_ns"] == region("critical (block)")["exclusive_ns"] == 2 * 30 * 1000000' \
// DEFINE:   'region("critical")["contended"] == region("critical (block)")["caused_waits"] == 1 and region("critical (block)")["caused_wait_ns"] == 30 * 1000000' \
// A lock is held inside the region where it was set; the other thread comes 10 ms later, and frees it at once.
// DEFINE:   'region("omp_set_lock")["wait_ns"] == 25 * 1000000' 'region("omp_set_lock")["held_ns"] == 35 * 1000000' \
// DEFINE:   'region("omp_set_lock")["contended"] == region("region(holder)")["caused_waits"] == 1' 'region("region(holder)")["caused_wait_ns"] == 25 * 1000000' \
// DEFINE:   'region("parallel")["exclusive_ns"] == 5 * 1000000' 'experiment["wait_ns"] == (40 + 20 + 30 + 25) * 1000000' \
// DEFINE:   'experiment["wall_ns"] == (90 + 50 + 20 + 35 + 2 * 30 + 5 + 50) * 1000000' 'experiment["allocation_ns"] == 2 * experiment["wall_ns"]' \
// DEFINE:   'sum(l["in_regions_ns"] + l["outside_ns"] + l["idle_ns"] for l in locations) == experiment["allocation_ns"]' \
// The worker is idle while the first thread works before and behind the team.
// DEFINE:   'experiment["idle_ns"] == (90 + 50) * 1000000'
// RUN: %fresh && %clocked %s -o a && env OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a && %check e %{holds}
// RUN: env OMP_NUM_THREADS=2 POMP_TRACE=1 POMP_EXPERIMENT_DIR=t POMP_SUMMARY=0 ./a && %check t %{holds}
#include "clocked-barrier.h"

REGION_AT(outer, "region", "outer", 1);
REGION_AT(work, "region", "work", 2);
REGION(par, "parallel", 3);
REGION(loop, "for", 4);
REGION(critical, "critical", 5);
REGION(explicit, "barrier", 6);
REGION_AT(early, "region", "early", 7);
REGION_AT(late, "region", "late", 8);
REGION_AT(holder, "region", "holder", 9);
static struct clock_meeting barrier;
static omp_lock_t lock;

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

/* Who comes to the barrier comes so much later, by call path. */
static void meet(struct ompregdescr *where, size_t n, uint64_t ms) {
  POMP_Begin(where);
  clock_work(ms * CLOCK_MS);
  clocked_barrier(&explicit, &barrier, n);
  POMP_End(where);
}

/* Thread 0 has the lock first. */
static void hold(int me) {
  static uint64_t is_free;
  static int turn;
  POMP_Begin(&holder);
  if (me == 1) {
    clock_work(10 * CLOCK_MS);
    clock_turn(&turn, 1);
    clock_wait_for(&is_free);
  }
  POMP_Set_lock(&lock);
  clock_next(&turn);
  clock_work((me == 0 ? 35 : 0) * CLOCK_MS);
  clock_raise(&is_free, clock_now());
  POMP_Unset_lock(&lock);
  POMP_End(&holder);
}

/* Both come to the critical section at the same time, and member 0 gets it first. */
static void team(int me) {
  static uint64_t is_free;
  static int turn;
  POMP_For_enter(&loop);
  clock_work((me == 0 ? 50 : 10) * CLOCK_MS);
  clocked_barrier(&loop, &barrier, 0);
  POMP_For_exit(&loop);
  meet(&early, 1, 0);
  meet(&late, 2, me == 1 ? 20 : 0);
  hold(me);
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
  POMP_Init_lock(&lock);
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
  clock_work(50 * CLOCK_MS);
  return 0;
}
