// Where threads wait at a critical without a name for another one that has none either, the advice is to name them: they share one lock. It is not
// where they wait at one critical alone, or have the same name on purpose.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// DEFINE: %{flags} = -DSECOND=200
// DEFINE: %{diagnose} = %pomp_clang %clock -O1 -g %{flags} %s -o a && env OMP_NUM_THREADS=2 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e ./a \
// DEFINE:   && %pomp_report --diagnose e | FileCheck %s --check-prefix
// RUN: %{diagnose} TWO
// REDEFINE: %{flags} =
// RUN: rm -rf e && %{diagnose} ONE --implicit-check-not="a name of its own"
// REDEFINE: %{flags} = -DSECOND=200 "-DNAME=(mine)"
// RUN: rm -rf e && %{diagnose} ONE --implicit-check-not="a name of its own"
// TWO: 1. waiting for a lock: critical in visit, {{.*}}unnamed-criticals.c:{{[12]}}00; fixing it saves 0.0{{[0-9]+}} s
// TWO-NEXT: Give each critical a name of its own if they guard different data: those without a name share
// TWO: {{^}}    ({{.*}}unnamed-criticals.c:{{[12]}}00).
// TWO: wait for other criticals = {{20|19}}.00 ms
// ONE: 1. waiting for a lock: critical{{.*}} in visit,
// ONE-NEXT: Do less while critical
#include "test_clock.h"

#ifndef NAME
#define NAME
#endif
#define PRAGMA(text) _Pragma(#text)
#define CRITICAL(name) PRAGMA(omp critical name)

static int turn; /* threads have the lock in turn */
static uint64_t is_free;
static struct clock_meeting end;

static void hold(void) {
  clock_work(CLOCK_MS);
  clock_raise(&is_free, clock_now());
  clock_next(&turn);
}

static void visit(int which, int number) {
  clock_turn(&turn, number);
  clock_wait_for(&is_free);
#ifdef SECOND
  if (which) {
#line 200
    CRITICAL(NAME)
    hold();
    return;
  }
#endif
  (void)which;
#line 100
  CRITICAL(NAME)
  hold();
}

int main(void) {
  clock_start();
#pragma omp parallel
  clock_met();
#pragma omp parallel
  {
    for (int i = 0; i < 20; i++)
      visit(omp_get_thread_num(), 2 * i + omp_get_thread_num());
    clock_meet(&end, 0);
  }
  return 0;
}
