// The report says where a lock is taken: two locks, one of which threads wait for, are told apart by function and line, also where
// a class that takes them is inlined. The program knows how long it waited for each.
// REQUIRES: libdw
// RUN: %fresh && %cxxprogram -O2 %s -o a && env POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a > truth
// DEFINE: %{lines} = 'all(region("omp_set_lock", l)["function"] == "jobs::Guard::Guard" for l in [file("truth")["guard"]])' \
// DEFINE:   'sorted((c["inlined"][0]["function"], c["inlined"][0]["line"]) for c in calls("omp_set_lock") if c["known"] == "line" and c["inlined"]) == [("jobs::contended", file("truth")["contended"]), ("jobs::quiet<int>", file("truth")["quiet"])]'
// RUN: %check e %{lines} 'region("omp_init_lock", file("truth")["init"])["function"] == "main"' \
// RUN:   'all(c["file"].endswith("call-lines.cpp") for c in calls("omp_set_lock"))' \
// RUN:   '[c["contended"] for c in calls("omp_set_lock") if c["inlined"][0]["function"] == "jobs::quiet<int>"] == [0]' \
// RUN:   '[abs(c["wait_ns"] - file("truth")["waited"]) < 0.05 * file("truth")["waited"] for c in calls("omp_set_lock") if c["inlined"][0]["function"] == "jobs::contended"] == [True]'
// RUN: %pomp_report e | grep "omp_set_lock  *jobs::Guard::Guard  *.*call-lines.cpp:[0-9]* < [0-9]*$"
#include "regions.h"
#include <omp.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

REGION(par, "parallel", 1);

static long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000L + t.tv_nsec;
}

namespace jobs {
static omp_lock_t one, other;
static volatile long sum;
enum { GUARD = __LINE__ + 3 };
struct Guard {
  omp_lock_t *lock;
  inline __attribute__((always_inline)) explicit Guard(omp_lock_t *l) : lock(l) { POMP_Set_lock(lock); }
  inline __attribute__((always_inline)) ~Guard() { POMP_Unset_lock(lock); }
};
enum { CONTENDED = __LINE__ + 3, QUIET = __LINE__ + 10 };
static __attribute__((noinline)) long contended(void) {
  long before = now();
  Guard g(&one);
  long waited = now() - before;
  usleep(20000);
  return waited;
}
template <class T> __attribute__((noinline)) void quiet(T times) {
  for (T i = 0; i < times; i++) {
    Guard g(&other);
    sum = sum + 1;
  }
}
} // namespace jobs

int main() {
  const int init = __LINE__ + 1;
  POMP_Init_lock(&jobs::one);
  POMP_Init_lock(&jobs::other);
  POMP_Parallel_fork(&par);
  long waited = 0;
#pragma omp parallel num_threads(3) reduction(+ : waited)
  {
    POMP_Parallel_begin(&par);
    for (int i = 0; i < 5; i++)
      waited += jobs::contended();
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  jobs::quiet(1000);
  printf("{\"guard\": %d, \"contended\": %d, \"quiet\": %d, \"init\": %d, \"waited\": %ld}\n", jobs::GUARD, jobs::CONTENDED,
         jobs::QUIET, init, waited);
}
