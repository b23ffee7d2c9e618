// Waiting that no construct is named after: for earlier iterations (depend(sink)), at the end of a taskgroup and of a taskloop. What is
// waited is the time of the thread that waits, less that of the tasks that it executes by then; by the clock that the program sets it
// is equal to what the program adds up. (What a directive costs is no wait: test/real-time/own-iterations.c.)
// DEFINE: %{check} = %python %root/test/runtime/Inputs/check.py %pomp_report
// RUN: rm -rf %t && mkdir -p %t && cd %t && %pomp_clang %clock -O1 %s -o a
// Of n threads, each comes to its next iteration when n - 1 others are before it, of 5 ms each.
// DEFINE: %{sink} = (lambda n: 5000000 * ((24 - n) * (n - 1) + n * (n - 1) // 2))(experiment["threads"])
// DEFINE: %{checks} = 'region("ordered", 10)["wait_ns"] == %{sink}' 'region("ordered", 11)["wait_ns"] == 0' \
// DEFINE:   'region("taskgroup (wait)", 20)["wait_ns"] == file("times")["group"] > 0' 'region("taskgroup", 20)["wait_ns"] == 0' \
// DEFINE:   'region("taskgroup", 20)["exclusive_ns"] == 5 * 5000000' \
// DEFINE:   'region("taskloop (wait)", 30)["wait_ns"] == file("times")["loop"] > 0' 'region("taskloop", 30)["exclusive_ns"] == region("taskloop", 30)["wait_ns"] == 0' \
// DEFINE:   'visits("taskgroup (wait)") == visits("taskgroup") == 5' 'visits("taskloop (wait)") == visits("taskloop", 30) == 5' \
// Without a group there is no wait; a target that the host executes does not wait, it works.
// DEFINE:   'visits("taskloop", 40) == 5 and region("target", 50)["wait_ns"] == 0 and region("target", 50)["exclusive_ns"] == 5 * 3000000' \
// Where the iteration before is the thread's own there is none.
// DEFINE:   'visits("ordered", 60) == 1000 and region("ordered", 60)["contended"] == region("ordered", 60)["wait_ns"] == 0' \
// DEFINE:   'experiment["repaired"] == experiment["ignored"] == experiment["unfinished"] == 0'
// RUN: env OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 POMP_TRACE=1 ./a > times && %{check} e %{checks}
// RUN: env OMP_NUM_THREADS=4 POMP_EXPERIMENT_DIR=f POMP_SUMMARY=0 ./a > times && %{check} f %{checks}
#include "test_clock.h"
#include <stdio.h>

enum { TASKS = 5, GROUPS = 5 };
static uint64_t group, loop;
static struct clock_meeting end, waits;
static size_t wait; /* which group or loop it is */
static int others;  /* another thread has begun one of its tasks */
static _Thread_local uint64_t own;

static void iterations(void) {
  static uint64_t done; /* when the iteration before was */
#pragma omp parallel
  {
#pragma omp for ordered(1) schedule(static, 1) nowait
    for (int i = 0; i < 24; i++) {
      clock_wait_for(&done);
#line 10
#pragma omp ordered depend(sink : i - 1)
      clock_work(5 * CLOCK_MS);
      clock_raise(&done, clock_now());
#line 11
#pragma omp ordered depend(source)
      ;
    }
    clock_meet(&end, 0);
  }
#pragma omp parallel for ordered(1) num_threads(1)
  for (int i = 0; i < 1000; i++) {
#line 60
#pragma omp ordered depend(sink : i - 1)
    clock_work(1000);
#line 61
#pragma omp ordered depend(source)
    ;
  }
}

/* Thread 0 leaves one to another thread, which is so long that there is something to wait for. */
static void task(int i) {
  uint64_t ns = (10 + 10 * (uint64_t)i) * CLOCK_MS;
  if (omp_get_thread_num() == 0)
    clock_turn(&others, 1);
  else if (__atomic_exchange_n(&others, 1, __ATOMIC_ACQ_REL) == 0)
    ns = 200 * CLOCK_MS;
  clock_work(ns);
  own += ns;
  clock_raise(&waits.latest[wait], clock_now());
}

static void make_group(void) {
#line 20
#pragma omp taskgroup
  {
    for (int i = 0; i < TASKS; i++)
#pragma omp task
      task(i);
    clock_work(5 * CLOCK_MS);
    group -= clock_now() - own;
    clock_meet(&waits, wait);
  }
  group += clock_now() - own;
}

static void make_loop(void) {
  loop -= clock_now() - own;
  clock_meet(&waits, wait);
#line 30
#pragma omp taskloop grainsize(1)
  for (int i = 0; i < TASKS; i++)
    task(i);
  loop += clock_now() - own;
}

static void without_waits(void) {
#line 40
#pragma omp taskloop grainsize(1) nogroup
  for (int i = 0; i < TASKS; i++)
    ;
#pragma omp taskwait
#line 50
#pragma omp target
  clock_work(3 * CLOCK_MS);
}

int main(void) {
  clock_start();
#pragma omp parallel
  { /* this one goes by without OMPT's barrier */ }
  iterations();
  clock_fork();
#pragma omp parallel
  {
    for (; omp_get_thread_num() == 0 && wait < 2 * GROUPS; wait++) {
      others = 0;
      if (wait % 2) {
        make_loop();
        without_waits();
      } else
        make_group();
    }
    clock_meet(&end, 1);
#pragma omp barrier
    clock_meet(&end, 2);
  }
  printf("{\"group\": %llu, \"loop\": %llu}\n", (unsigned long long)group, (unsigned long long)loop);
  return 0;
}
