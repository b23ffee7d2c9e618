// The advice of a finding is not what the loop already has: where its iterations begin in the order in which threads come to them, it
// does not say that they should.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// DEFINE: %{clauses} = schedule(dynamic)
// DEFINE: %{turns} = -DTURNS
// DEFINE: %{diagnose} = %pomp_clang %clock -O1 -g %{turns} "-DCLAUSES=%{clauses}" %s -o a && env OMP_NUM_THREADS=2 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e ./a \
// DEFINE:   && %pomp_report --diagnose e | FileCheck %s --check-prefix
// RUN: %{diagnose} HAS
// REDEFINE: %{clauses} = schedule(dynamic, 1)
// RUN: rm -rf e && %{diagnose} HAS
// REDEFINE: %{clauses} = schedule(static, 1)
// RUN: rm -rf e && %{diagnose} HAS
// REDEFINE: %{turns} =
// REDEFINE: %{clauses} = schedule(static, 4)
// RUN: rm -rf e && %{diagnose} LACKS
// REDEFINE: %{clauses} = schedule(static, 2)
// RUN: rm -rf e && %{diagnose} LACKS
// HAS: 1. waiting for the iterations before
// HAS-NEXT: Do less inside of ordered, or move out of the loop what has to be in order: its iterations begin
// HAS-NEXT: in the order in which they come to it already (ordered schedule(
// LACKS: 1. waiting for the iterations before
// LACKS-NEXT: Do less inside of ordered, or begin the loop's iterations in the order in which they come to it:
#include "test_clock.h"

#define PRAGMA(text) _Pragma(#text)
#define LOOP(...) PRAGMA(omp parallel for ordered __VA_ARGS__)

static struct clock_meeting start;
static uint64_t done;
enum { ITERATIONS = 32 };
static uint64_t begun;

int main(void) {
  clock_start();
#pragma omp parallel
  clock_meet(&start, 0);
  LOOP(CLAUSES)
  for (int i = 0; i < ITERATIONS; i++) {
    clock_raise(&begun, (uint64_t)i + 1);
    clock_work(CLOCK_MS);
    clock_wait_for(&done);
#pragma omp ordered
    {
      clock_work(10 * CLOCK_MS);
      clock_raise(&done, clock_now());
    }
#ifdef TURNS /* the other thread takes the next iteration */
    while (i + 1 < ITERATIONS && __atomic_load_n(&begun, __ATOMIC_ACQUIRE) <= (uint64_t)i + 1)
      sched_yield();
#endif
  }
  return 0;
}
