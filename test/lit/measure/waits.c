// Contention, imbalance and idleness come out as the program makes them, by the clock that it sets, from the events that the plugin
// writes, with barriers of both kinds.
// DEFINE: %{check} = %python %root/test/runtime/Inputs/check.py %pomp_report
// RUN: rm -rf %t && mkdir -p %t && cd %t && %pomp_clang %clock -O1 %s -o a && %pomp_clang %clock -O1 -fplugin-arg-pompinst-barriers=ompt %s -o b
// Exclusive times are the threads' time; the rest is the worker's idleness.
// DEFINE: %{holds} = 'experiment["nesting"] == "ompt"' 'experiment["threads"] == 2 and experiment["wall_ns"] == (30 + 30 + 40 + 50) * 1000000' \
// DEFINE:   'experiment["in_regions_ns"] + experiment["outside_ns"] == 2 * experiment["wall_ns"] - 50000000' 'experiment["idle_ns"] == 50000000' \
// DEFINE:   '[l["in_regions_ns"] for l in locations if l["name"] == "0→1"] == [(30 + 30 + 40) * 1000000]' \
// Contention: thread 1 comes 5 ms after thread 0, which holds it for 30 ms.
// DEFINE:   'region("critical(slow)")["wait_ns"] == 25000000' 'visits("critical(slow)") == 2' \
// DEFINE:   'region("critical(slow) (block)")["inclusive_ns"] == 30000000' \
// DEFINE:   'region("critical(slow)")["contended"] == region("critical(slow) (block)")["caused_waits"] == 1' \
// DEFINE:   'region("critical(slow) (block)")["caused_wait_ns"] == 25000000' \
// A lock has the same, and is held inside the region where it was set; here thread 1 comes 10 ms later.
// DEFINE:   'region("omp_set_lock")["wait_ns"] == 20000000' 'region("omp_set_lock")["held_ns"] == 30000000' \
// DEFINE:   'region("omp_set_lock")["contended"] == region("region(holder)")["caused_waits"] == 1' \
// DEFINE:   'region("region(holder)")["caused_wait_ns"] == 20000000' \
// Imbalance: the thread that is done first waits in the loop's barrier.
// DEFINE:   'region("barrier (implicit)", 100)["wait_ns"] == (40 - 10) * 1000000' 'visits("barrier (implicit)", 100) == 2' \
// DEFINE:   'region("for", 100)["exclusive_ns"] == (40 + 10) * 1000000'
// RUN: env POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a && %{check} e %{holds}
// RUN: env POMP_EXPERIMENT_DIR=f POMP_SUMMARY=0 ./b && %{check} f %{holds}
#include "test_clock.h"

static void contention(int me) {
  static uint64_t freed;
  static int turn;
  if (me == 1) {
    clock_work(5 * CLOCK_MS);
    clock_turn(&turn, 1);
    clock_wait_for(&freed);
  }
#pragma omp critical(slow)
  {
    if (me == 0) {
      clock_next(&turn);
      clock_work(30 * CLOCK_MS);
      clock_raise(&freed, clock_now());
    }
  }
}

static omp_lock_t lock;
static void locking(int me) {
  static uint64_t freed;
  static int turn;
  if (me == 1) {
    clock_work(10 * CLOCK_MS);
    clock_turn(&turn, 1);
    clock_wait_for(&freed);
    omp_set_lock(&lock);
    omp_unset_lock(&lock);
  } else {
#pragma pomp inst begin(holder)
    omp_set_lock(&lock);
    clock_next(&turn);
    clock_work(30 * CLOCK_MS);
    clock_raise(&freed, clock_now());
    omp_unset_lock(&lock);
#pragma pomp inst end(holder)
  }
}

int main(void) {
  static struct clock_meeting loop, end;
  clock_start();
  omp_init_lock(&lock);
#pragma omp parallel num_threads(2)
  { /* this one goes by without OMPT's barrier */ }
#pragma omp parallel num_threads(2)
  {
    contention(omp_get_thread_num());
    locking(omp_get_thread_num());
#line 100
#pragma omp for schedule(static, 1)
    for (int i = 0; i < 2; i++) {
      clock_work((i == 0 ? 40 : 10) * CLOCK_MS);
      clock_meet(&loop, 0);
    }
    clock_meet(&end, 0);
  }
  clock_met();
  clock_work(50 * CLOCK_MS); /* the worker is idle */
  return 0;
}
