// Advice has a loop's clauses whole, however long they are.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang %clock -O1 -g %s -o a && env OMP_NUM_THREADS=2 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e ./a
// DEFINE: %{clauses} = firstprivate(a_value_with_a_long_name_00, a_value_with_a_long_name_01, a_value_with_a_long_name_02, a_value_with_a_long_name_03, a_value_with_a_long_name_04, a_value_with_a_long_name_05)
// RUN: %pomp_report --diagnose --json e | grep -F 'come to it already (ordered schedule(dynamic) %{clauses})."'
// RUN: %pomp_report --diagnose e | tr -s ' \n' ' ' | grep -F 'come to it already (ordered schedule(dynamic) %{clauses}).'
#include "test_clock.h"

enum { ITERATIONS = 32 };
static struct clock_meeting start;
static uint64_t done, begun;

int main(void) {
  int a_value_with_a_long_name_00 = 0, a_value_with_a_long_name_01 = 0, a_value_with_a_long_name_02 = 0,
      a_value_with_a_long_name_03 = 0, a_value_with_a_long_name_04 = 0, a_value_with_a_long_name_05 = 0;
  clock_start();
#pragma omp parallel
  clock_meet(&start, 0);
#pragma omp parallel for ordered schedule(dynamic)                                                                     \
    firstprivate(a_value_with_a_long_name_00, a_value_with_a_long_name_01, a_value_with_a_long_name_02,                \
                     a_value_with_a_long_name_03, a_value_with_a_long_name_04, a_value_with_a_long_name_05)
  for (int i = 0; i < ITERATIONS; i++) {
    clock_raise(&begun, (uint64_t)i + 1);
    clock_work(CLOCK_MS);
    clock_wait_for(&done);
#pragma omp ordered
    {
      clock_work(10 * CLOCK_MS);
      clock_raise(&done, clock_now());
    }
    /* The other thread takes the next iteration. */
    while (i + 1 < ITERATIONS && __atomic_load_n(&begun, __ATOMIC_ACQUIRE) <= (uint64_t)i + 1)
      sched_yield();
  }
  return 0;
}
