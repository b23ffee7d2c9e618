// With --pomp-mutexes, rwlocks have the waits and holders that the program makes, by the clock that it sets: in the profile, in findings,
// in the trace and in what is converted from it. A writer's hold is as a mutex's; readers have the lock together, and who waits for
// them waited for the one that left last. std::shared_mutex comes through the same functions.
// REQUIRES: default-clang
// DEFINE: %{check} = %python %root/test/runtime/Inputs/check.py %pomp_report
// DEFINE: %{run} = env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR
// RUN: rm -rf %t && mkdir -p %t && cd %t && cp %s rwlocks.cpp && %pomp_clangxx %clock -O2 -g rwlocks.cpp --pomp-mutexes -o a && %pomp_clangxx %clock -O2 -g rwlocks.cpp -o b && %{run}=none ./b
// RUN: %{check} none 'not [r for r in regions if r["role"] == "lock"]'
// A reader comes 10 ms after the writer, which has the lock for 30 ms. Nobody waits for the readers of line 130, who have it together.
// DEFINE: %{waits} = 'region("pthread_rwlock_rdlock", 110)["wait_ns"] == 20000000' 'region("pthread_rwlock_rdlock", 110)["contended"] == 1' \
// DEFINE:   'region("region(writer)")["caused_wait_ns"] == 20000000' 'region("pthread_rwlock_wrlock", 118)["held_ns"] == 30000000' \
// DEFINE:   'region("pthread_rwlock_rdlock", 130)["wait_ns"] == 0' 'region("pthread_rwlock_rdlock", 130)["held_ns"] == 30000000' \
// A writer comes after 4 ms, while two readers have the lock, who leave after 12 and 25 ms: it waits for the one that leaves last. The
// first one has it twice, for 12 and 11 ms.
// DEFINE:   'region("pthread_rwlock_wrlock", 210)["wait_ns"] == 21000000' 'region("region(last)")["caused_wait_ns"] == 21000000' \
// DEFINE:   'region("region(last)")["caused_waits"] == 1' 'region("region(first)")["caused_waits"] == 0' \
// DEFINE:   'region("pthread_rwlock_rdlock", 220)["held_ns"] == 12000000' 'region("pthread_rwlock_tryrdlock", 221)["held_ns"] == 11000000' \
// DEFINE:   'region("pthread_rwlock_rdlock", 230)["held_ns"] == 20000000' 'region("pthread_rwlock_wrlock", 210)["held_ns"] == 2000000' \
// Where writers go first, a reader comes after 3 ms behind a writer, which gets the lock when another reader leaves after 10 ms, and has
// it for 6 ms.
// DEFINE:   'region("pthread_rwlock_rdlock", 310)["wait_ns"] == 13000000' 'region("region(before)")["caused_wait_ns"] == 15000000' \
// DEFINE:   'region("pthread_rwlock_wrlock", 320)["wait_ns"] == 8000000' 'region("region(between)")["caused_wait_ns"] == 6000000' \
// A writer gives up after 5 ms, and another one does not wait; a std::shared_mutex, for 6 ms of 6; and visits that nobody waits for.
// DEFINE:   'region("pthread_rwlock_timedwrlock")["wait_ns"] == 5000000' 'region("pthread_rwlock_timedwrlock")["held_ns"] == 0' \
// DEFINE:   'region("pthread_rwlock_trywrlock")["held_ns"] == 0' 'region("pthread_rwlock_clockrdlock")["held_ns"] == 9000000' \
// DEFINE:   'region("pthread_rwlock_rdlock", 510)["wait_ns"] == 6000000' 'region("pthread_rwlock_rdlock", 510)["function"] == "shared"' \
// DEFINE:   'region("pthread_rwlock_wrlock", 520)["held_ns"] == 6000000' 'visits("pthread_rwlock_rdlock", 610) == 3000' \
// DEFINE:   'region("pthread_rwlock_rdlock", 610)["wait_ns"] == 0' 'region("pthread_rwlock_rdlock", 610)["contended"] == 0'
// RUN: %{run}=e ./a && %{check} e %{waits} && %{run}=traced POMP_TRACE=1 ./a && %{check} traced %{waits}
// RUN: %pomp_report --diagnose e | FileCheck %s
// CHECK: waiting for a lock: pthread_rwlock_wrlock in readers, {{.*}}rwlocks.cpp:210;
// CHECK-NEXT: Do less while region(last) ({{.*}}rwlocks.cpp:228) has the lock
// RUN: %if otf2 %{ %build/bin/pomp-convert traced --to otf2 && otf2-print traced/otf2/traces.otf2 | grep -c 'THREAD_ACQUIRE_LOCK .*"POSIX threads"' > acquired && otf2-print traced/otf2/traces.otf2 | grep -c 'THREAD_RELEASE_LOCK .*"POSIX threads"' | diff acquired - %}
#include "test_clock.h"

#include <mutex>
#include <pthread.h>
#include <shared_mutex>

#define NOINLINE static __attribute__((noinline))
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

NOINLINE void reader(int me) {
  static uint64_t freed;
  static int turn;
  if (me == 1) {
    clock_work(10 * CLOCK_MS);
    clock_turn(&turn, 1);
    clock_wait_for(&freed);
#line 110
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
  } else if (me == 0) {
#line 116
#pragma pomp inst begin(writer)
#line 118
    pthread_rwlock_wrlock(&lock);
    clock_next(&turn);
    clock_work(30 * CLOCK_MS);
    clock_raise(&freed, clock_now());
    pthread_rwlock_unlock(&lock);
#pragma pomp inst end(writer)
  }
}

NOINLINE void together() {
  static int inside;
#line 130
  pthread_rwlock_rdlock(&lock);
  clock_next(&inside);
  clock_turn(&inside, 3);
  clock_work(10 * CLOCK_MS);
  pthread_rwlock_unlock(&lock);
}

NOINLINE void readers(int me) {
  static uint64_t freed;
  static int inside, left;
  if (me == 0) {
    clock_work(4 * CLOCK_MS);
    clock_turn(&inside, 2);
    clock_wait_for(&freed);
#line 210
    pthread_rwlock_wrlock(&lock);
    clock_work(2 * CLOCK_MS);
    pthread_rwlock_unlock(&lock);
  } else if (me == 1) {
#line 216
#pragma pomp inst begin(first)
#line 220
    pthread_rwlock_rdlock(&lock);
    clock_work(1 * CLOCK_MS);
#line 221
    pthread_rwlock_tryrdlock(&lock);
    clock_next(&inside);
    clock_turn(&inside, 2);
    clock_work(11 * CLOCK_MS);
    clock_raise(&freed, clock_now());
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    clock_next(&left);
#pragma pomp inst end(first)
  } else {
    clock_work(5 * CLOCK_MS);
#line 228
#pragma pomp inst begin(last)
    clock_turn(&inside, 1);
#line 230
    pthread_rwlock_rdlock(&lock);
    clock_next(&inside);
    clock_turn(&left, 1);
    clock_work(20 * CLOCK_MS);
    clock_raise(&freed, clock_now());
    pthread_rwlock_unlock(&lock);
#pragma pomp inst end(last)
  }
}

/* glibc says so if a writer waits, or has the lock. */
static void wait_for_writer(const pthread_rwlock_t *l) {
  while (!(__atomic_load_n(&l->__data.__readers, __ATOMIC_ACQUIRE) & 2))
    clock_pause();
}
static pthread_rwlock_t writers_first = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
NOINLINE void behind(int me) {
  static uint64_t read, written;
  static int turn;
  if (me == 0) {
#pragma pomp inst begin(before)
    pthread_rwlock_rdlock(&writers_first);
    clock_next(&turn);
    clock_turn(&turn, 2);
    clock_work(10 * CLOCK_MS);
    clock_raise(&read, clock_now());
    pthread_rwlock_unlock(&writers_first);
#pragma pomp inst end(before)
  } else if (me == 1) {
    clock_work(3 * CLOCK_MS);
    wait_for_writer(&writers_first);
    clock_wait_for(&written);
    clock_next(&turn);
#line 310
    pthread_rwlock_rdlock(&writers_first);
    pthread_rwlock_unlock(&writers_first);
  } else {
#pragma pomp inst begin(between)
    clock_work(2 * CLOCK_MS);
    clock_turn(&turn, 1);
    clock_wait_for(&read);
#line 320
    pthread_rwlock_wrlock(&writers_first);
    clock_work(6 * CLOCK_MS);
    clock_raise(&written, clock_now());
    pthread_rwlock_unlock(&writers_first);
#pragma pomp inst end(between)
  }
}

NOINLINE void gives_up(int me) {
  static uint64_t until = 0;
  static int turn;
  if (me == 0) {
    timespec day;
    clock_gettime(CLOCK_MONOTONIC, &day);
    day.tv_sec += 86400;
    pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &day);
    clock_raise(&until, clock_now() + 5 * CLOCK_MS);
    clock_next(&turn);
    clock_turn(&turn, 2);
    clock_work(9 * CLOCK_MS);
    pthread_rwlock_unlock(&lock);
  } else if (me == 1) {
    const timespec past = {1, 0};
    clock_turn(&turn, 1);
    pthread_rwlock_trywrlock(&lock);
    clock_wait_for(&until);
    pthread_rwlock_timedwrlock(&lock, &past);
    clock_next(&turn);
  }
}

static std::shared_mutex both;
NOINLINE void shared(int me) {
  static uint64_t freed;
  static int turn;
  if (me == 1) {
    clock_turn(&turn, 1);
    clock_wait_for(&freed);
#line 510
    std::shared_lock<std::shared_mutex> holds(both);
  } else if (me == 0) {
#line 520
    std::unique_lock<std::shared_mutex> holds(both);
    clock_next(&turn);
    clock_work(6 * CLOCK_MS);
    clock_raise(&freed, clock_now());
  }
}

NOINLINE void alone() {
  for (int i = 0; i < 1000; i++) {
#line 610
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
  }
}

static void team(void (*phase)(int)) {
  static clock_meeting ends;
  static size_t teams;
  size_t n = teams++;
  clock_fork();
#pragma omp parallel num_threads(3)
  {
    phase(omp_get_thread_num());
    clock_meet(&ends, n);
  }
}

int main() {
  clock_start();
#pragma omp parallel num_threads(3)
  { /* this one goes by without OMPT's barrier */
  }
  team(reader);
  team([](int) { together(); });
  team(readers);
  team(behind);
  team(gives_up);
  team(shared);
  team([](int) { alone(); });
}
