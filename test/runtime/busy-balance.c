// On a busy machine, uneven work and lateness are judged by what each member had a processor for: who is pushed off its processor in the
// middle of its work is as late as it would be without that, and who sleeps there is late. By the clock that the test sets, each of two
// members is pushed off for 20 ms in turn, so that the wall clock tells that all is uneven; the program says what it has worked.
// RUN: %fresh && %clocked %s -o a && env OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a
// RUN: %check e 'experiment["crowded"]' \
// RUN:   '[(b["instances"], b["max_ns"], b["mean_ns"]) for l in (10, 20, 30, 40) for b in [region("for", l)["balance"]]] == [(20, 20 * m * 1000000, 20 * n * 1000000) for m, n in ((12, 8), (8, 8), (12, 8), (0, 0))]' \
// RUN:   '[region("for", l)["pushed_off_ns"] for l in (10, 20, 30)] == [20 * 20000000] * 3' \
// RUN:   '[region("for", 30)["asleep_ns"], region("for", 20)["asleep_ns"]] == [20 * 8000000, 0]'
// Before the barrier of line 50 one member works 6 ms, and the other one is pushed off. Before that of line 60 the members do the same.
// RUN: %pomp_report --diagnose --json e > found && %python %inputs/busy-balance.py found
#include "regions.h"
#include "test_clock.h"
#include <stdbool.h>

enum { ROUNDS = 20 };
REGION(par, "parallel", 1);
REGION(uneven, "for", 10);
REGION(even, "for", 20);
REGION(sleepy, "for", 30);
REGION(nothing, "for", 40);
REGION(late, "barrier", 50);
REGION(in_time, "barrier", 60);
static struct clock_meeting meeting, end;
struct clock_switches *(*__pomp_switches_of_thread)(void) = clock_switches_of_thread;

static void lose_processor(int round, int me) {
  if (round % 2 != me)
    return;
  clock_without_processor(20 * CLOCK_MS, true);
  __atomic_fetch_add(&__pomp_ready, 10 * CLOCK_MS, __ATOMIC_RELAXED); /* it is each of two threads' */
}

static void meet(struct ompregdescr *d, size_t number) {
  POMP_Barrier_enter(d);
  clock_meet(&meeting, number);
#pragma omp barrier
  clock_met();
  POMP_Barrier_exit(d);
}

static void share(struct ompregdescr *d, size_t number, int round, uint64_t work, uint64_t sleep) {
  POMP_For_enter(d);
  clock_work(work / 2);
  if (work)
    lose_processor(round, omp_get_thread_num());
  if (sleep)
    clock_without_processor(sleep, false);
  clock_work(work / 2);
  meet(d, number);
  POMP_For_exit(d);
}

static void member(int round, int me) {
  const size_t first = (size_t)round * 6;
  share(&uneven, first, round, me ? 4 * CLOCK_MS : 12 * CLOCK_MS, 0);
  share(&even, first + 1, round, 8 * CLOCK_MS, 0);
  share(&sleepy, first + 2, round, 4 * CLOCK_MS, me ? 8 * CLOCK_MS : 0);
  share(&nothing, first + 3, round, 0, 0);
  clock_work(me ? 0 : 6 * CLOCK_MS);
  lose_processor(1, me);
  meet(&late, first + 4);
  clock_work(2 * CLOCK_MS);
  lose_processor(round, me);
  meet(&in_time, first + 5);
}

int main(void) {
  clock_start();
  par.flags = POMP_RD_IMPLICIT_JOIN;
  POMP_Register_regions(&par, 1, sizeof par);
  POMP_Parallel_fork(&par);
#pragma omp parallel
  {
    POMP_Parallel_begin(&par);
    for (int round = 0; round < ROUNDS; round++)
      member(round, omp_get_thread_num());
    POMP_Parallel_end(&par);
    clock_meet(&end, 0);
  }
  clock_met();
  POMP_Parallel_join(&par);
  return 0;
}
