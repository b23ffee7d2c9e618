// The report says during what threads were idle: serial code, teams without a place for all threads, the time from a fork
// to its members' begin. The clock is the program's: each part is what the program says, to the nanosecond, and the same from a trace.
// RUN: %fresh && %clocked %s -o a
// RUN: env POMP_TRACE=1 POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a
// DEFINE: %{during} = sorted([i["during"], i["idle_ns"], regions[i["region"]]["begin_line1"]] for i in idle if i["idle_ns"])
// DEFINE: %{truth} = [["late", 20 * 1000000, 4], ["late", 20 * (1 + 2 + 3) * 1000000, 3], ["serial", 3 * 20 * 1000000, 2], \
// DEFINE:   ["serial", 3 * 20 * 3000000, 1], ["small_team", 2 * 20 * (2 + 1) * 1000000, 4]]
// RUN: %check e '%{during} == %{truth}' 'experiment["idle_ns"] == sum(i["idle_ns"] for i in idle)'
// RUN: %pomp_report --all e | FileCheck %s
// CHECK: Idle, and during what
// CHECK-NEXT: idle s idle% during thread region function where
// CHECK-DAG: serial code 0 region(first) main test.c:1
// CHECK-DAG: small team 0 parallel (fork-join) main test.c:4
// What several threads do that the program has started is not distinguished, and the report says so.
// RUN: env POMP_EXPERIMENT_DIR=t POMP_SUMMARY=0 ./a threads
// RUN: %pomp_report --all t | FileCheck %s --check-prefix=SHARED
// SHARED: This is an estimate: the program started several threads itself
#include "regions.h"
#include "test_clock.h"
#include <pthread.h>

enum { THREADS = 4, ROUNDS = 20 };

REGION_AT(first, "region", "first", 1);
REGION_AT(second, "region", "second", 2);
REGION(whole, "parallel", 3);
REGION(half, "parallel", 4);
REGION_AT(in_thread, "region", "in thread", 5);

static void code(struct ompregdescr *d, uint64_t ns) {
  POMP_Begin(d);
  clock_work(ns);
  POMP_End(d);
}

/* Member i comes i ms after the fork, and all are done at the same time. */
static void team(struct ompregdescr *d, int size) {
  static struct clock_meeting end;
  static size_t instance;
  size_t n = instance++;
  POMP_Parallel_fork(d);
#pragma omp parallel num_threads(size)
  {
    uint64_t late = (uint64_t)omp_get_thread_num() * CLOCK_MS;
    clock_work(late);
    POMP_Parallel_begin(d);
    clock_work(2 * CLOCK_MS + (uint64_t)(size - 1) * CLOCK_MS - late);
    POMP_Parallel_end(d);
    clock_meet(&end, n);
  }
  POMP_Parallel_join(d);
}

static void *thread(void *unused) {
  POMP_Begin(&in_thread);
  clock_set(clock_now() + 20 * CLOCK_MS);
  POMP_End(&in_thread);
  return unused;
}

int main(int argc, char **argv) {
  (void)argv;
  clock_start();
  whole.flags = half.flags = POMP_RD_IMPLICIT_JOIN;
  for (int i = 0; i < ROUNDS; i++) {
    code(&first, 3 * CLOCK_MS);
    team(&whole, THREADS);
    code(&second, CLOCK_MS);
    team(&half, 2);
  }
  pthread_t other;
  if (argc > 1 && pthread_create(&other, NULL, thread, NULL) == 0)
    pthread_join(other, NULL);
  return 0;
}
