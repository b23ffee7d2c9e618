// The report says where a lock is taken: two locks, one of which threads wait for, are distinguished by function and line, also where
// a class that takes them is inlined. The program knows how long it waited for each.
// REQUIRES: libdw
// RUN: %fresh && %cxxclocked -O2 %s -o a && env POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a > truth
// DEFINE: %{lines} = 'all(region("omp_set_lock", l)["function"] == "jobs::Guard::Guard" for l in [file("truth")["guard"]])' \
// DEFINE:   'sorted((c["inlined"][0]["function"], c["inlined"][0]["line"]) for c in calls("omp_set_lock") if c["known"] == "line" and c["inlined"]) == [("jobs::contended", file("truth")["contended"]), ("jobs::quiet<int>", file("truth")["quiet"])]'
// RUN: %check e %{lines} 'region("omp_init_lock", file("truth")["init"])["function"] == "main"' \
// RUN:   'all(c["file"].endswith("call-lines.cpp") for c in calls("omp_set_lock"))' \
// RUN:   '[c["contended"] for c in calls("omp_set_lock") if c["inlined"][0]["function"] == "jobs::quiet<int>"] == [0]' \
// RUN:   '[c["wait_ns"] for c in calls("omp_set_lock") if c["inlined"][0]["function"] == "jobs::contended"] == [file("truth")["waited"]]' 'file("truth")["waited"] >= 20000000'
// RUN: %pomp_report --all e | grep "omp_set_lock  *jobs::Guard::Guard  *.*call-lines.cpp:[0-9]* < [0-9]*$"
#include "regions.h"
#include "test_clock.h"
#include <stdio.h>

REGION(par, "parallel", 1);

namespace jobs {
static omp_lock_t one, other;
static volatile long sum;
enum { GUARD = __LINE__ + 3 };
struct Guard {
  omp_lock_t *lock;
  inline __attribute__((always_inline)) explicit Guard(omp_lock_t *l) : lock(l) { POMP_Set_lock(lock); }
  inline __attribute__((always_inline)) ~Guard() { POMP_Unset_lock(lock); }
};
static uint64_t freed;
enum { CONTENDED = __LINE__ + 4, QUIET = __LINE__ + 12 };
static __attribute__((noinline)) long contended(uint64_t ns) {
  uint64_t before = clock_now();
  clock_wait_for(&freed);
  Guard g(&one);
  uint64_t waited = clock_now() - before;
  clock_work(ns);
  freed = clock_now();
  return (long)waited;
}
template <class T> __attribute__((noinline)) void quiet(T times) {
  for (T i = 0; i < times; i++) {
    Guard g(&other);
    sum = sum + 1;
  }
}
} // namespace jobs

int main() {
  clock_start();
  const int init = __LINE__ + 1;
  POMP_Init_lock(&jobs::one);
  POMP_Init_lock(&jobs::other);
  POMP_Parallel_fork(&par);
  long waited = 0;
  int turn = 0;
#pragma omp parallel num_threads(3) reduction(+ : waited)
  {
    POMP_Parallel_begin(&par);
    clock_turn(&turn, omp_get_thread_num()); /* each thread's first visit asks the clock for more than its wait */
    jobs::contended(0);
    clock_next(&turn);
    clock_turn(&turn, omp_get_num_threads());
    for (int i = 0; i < 4; i++)
      waited += jobs::contended(20 * CLOCK_MS);
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  jobs::quiet(1000);
  printf("{\"guard\": %d, \"contended\": %d, \"quiet\": %d, \"init\": %d, \"waited\": %ld}\n", jobs::GUARD, jobs::CONTENDED,
         jobs::QUIET, init, waited);
}
