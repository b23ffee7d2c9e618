// With --pomp-mutexes, mutexes and conditions have the waits and holders that the program makes, by the clock that it sets: in the profile,
// in a finding with its place and its saving, in the trace and in what is converted from it. Those of the C++ library come through the
// same functions, and are where the program calls the library. Without the option nothing of them is known.
// DEFINE: %{check} = %python %root/test/runtime/Inputs/check.py %pomp_report
// DEFINE: %{run} = env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR
// RUN: rm -rf %t && mkdir -p %t && cd %t && cp %s mutexes.cpp && %pomp_clangxx %clock -O2 -g mutexes.cpp --pomp-mutexes -o a && %pomp_clangxx %clock -O2 -g mutexes.cpp -o b && %{run}=none ./b
// RUN: %{check} none 'not [r for r in regions if r["role"] in ("lock", "condition")]'
// Thread 1 comes 10 ms after thread 0, which holds it for 30 ms.
// DEFINE: %{holds} = 'region("pthread_mutex_lock", 110)["wait_ns"] == 20000000' 'region("pthread_mutex_lock", 110)["contended"] == 1' \
// DEFINE:   'region("pthread_mutex_lock", 120)["held_ns"] == 30000000' 'region("pthread_mutex_lock", 120)["wait_ns"] == 0' \
// DEFINE:   'region("region(holder)")["caused_wait_ns"] == 20000000' 'region("region(holder)")["caused_waits"] == 1' \
// A std::mutex, for 6 ms of 6; and visits that nobody has to wait for.
// DEFINE:   'region("pthread_mutex_lock", 210)["wait_ns"] == 6000000' 'region("pthread_mutex_lock", 210)["function"] == "guarded"' \
// DEFINE:   'region("pthread_mutex_lock", 310)["contended"] == 0' 'region("pthread_mutex_lock", 310)["wait_ns"] == 0' \
// DEFINE:   'visits("pthread_mutex_lock", 310) == 2000' 'visits("pthread_mutex_trylock") == 1' \
// A condition: the wait is all of the call, and nobody waits for the mutex during that time. 40 ms twice, for C's and for C++'s.
// DEFINE:   'region("pthread_cond_wait")["wait_ns"] == 40000000' 'region("pthread_cond_wait")["role"] == "condition"' \
// DEFINE:   'region("std::condition_variable::wait")["wait_ns"] == 40000000' 'region("std::condition_variable::wait", 510)["held_ns"] == 7000000'
// RUN: %{run}=e ./a && %{check} e %{holds} && %{run}=traced POMP_TRACE=1 ./a && %{check} traced %{holds}
// The saving is what thread 1 ends later than thread 0, at a barrier: its waits of 26 ms, less what was behind them.
// RUN: %pomp_report --diagnose e | FileCheck %s
// CHECK: 1. waiting for a lock: pthread_mutex_lock in locking, {{.*}}mutexes.cpp:110; fixing it saves 0.007 s at most
// CHECK-NEXT: Do less while region(holder) ({{.*}}mutexes.cpp:118) has the lock
// CHECK: 2. waiting for a lock: pthread_mutex_lock in guarded, {{.*}}mutexes.cpp:210;
// RUN: %pomp_report --columns wait,region,where --sort wait --all e | grep "0.006  *pthread_mutex_lock  *.*mutexes.cpp:210$"
// RUN: %if otf2 %{ %build/bin/pomp-convert traced --to otf2 && otf2-print traced/otf2/traces.otf2 | grep 'THREAD_ACQUIRE_LOCK .*"POSIX threads"' %}
// RUN: %if otf2 %{ otf2-print -G traced/otf2/traces.otf2 | grep 'REGION .*"pthread_mutex_lock".*Role: WRAPPER, Paradigm: PTHREAD.*File: "PTHREAD"' %}
#include "test_clock.h"

#include <condition_variable>
#include <mutex>
#include <pthread.h>

/* True if somebody waits in the mutex: glibc says 2 then. */
static void wait_for_waiter(pthread_mutex_t *m) {
  while (__atomic_load_n(&m->__data.__lock, __ATOMIC_ACQUIRE) != 2)
    sched_yield();
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static __attribute__((noinline)) void locking(int me) {
  static uint64_t freed;
  static int turn;
  if (me == 1) {
    clock_work(10 * CLOCK_MS);
    clock_turn(&turn, 1);
    clock_wait_for(&freed);
#line 110
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
  } else {
#line 118
#pragma pomp inst begin(holder)
#line 120
    pthread_mutex_lock(&mutex);
    clock_next(&turn);
    clock_work(30 * CLOCK_MS);
    clock_raise(&freed, clock_now());
    wait_for_waiter(&mutex);
    pthread_mutex_unlock(&mutex);
#pragma pomp inst end(holder)
  }
}

static std::mutex guard;
static __attribute__((noinline)) void guarded(int me) {
  static uint64_t freed;
  static int turn;
  if (me == 1) {
    clock_turn(&turn, 1);
    clock_wait_for(&freed);
  }
#line 210
  std::lock_guard<std::mutex> holds(guard);
  if (me == 0) {
    clock_next(&turn);
    clock_work(6 * CLOCK_MS);
    clock_raise(&freed, clock_now());
    wait_for_waiter(guard.native_handle());
  }
}

static __attribute__((noinline)) void alone() {
  static thread_local std::mutex own;
  for (int i = 0; i < 1000; i++) {
#line 310
    std::lock_guard<std::mutex> holds(own);
  }
}

/* Thread 0 comes when thread 1 is in the condition's wait, and has let the mutex go. */
static void wait_for_sleeper(const bool *waits, pthread_mutex_t *m) {
  while (!__atomic_load_n(waits, __ATOMIC_ACQUIRE) || __atomic_load_n(&m->__data.__lock, __ATOMIC_ACQUIRE))
    sched_yield();
}

static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static __attribute__((noinline)) void signalled(int me) {
  static uint64_t set;
  static bool ready, waits;
  if (me == 1) {
    pthread_mutex_lock(&mutex);
    __atomic_store_n(&waits, true, __ATOMIC_RELEASE);
    clock_wait_for(&set);
    while (!ready)
#line 410
      pthread_cond_wait(&condition, &mutex);
    pthread_mutex_unlock(&mutex);
  } else {
    wait_for_sleeper(&waits, &mutex);
    clock_work(40 * CLOCK_MS);
    clock_raise(&set, clock_now());
    pthread_mutex_lock(&mutex);
    ready = true;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
  }
}

static std::condition_variable variable;
static __attribute__((noinline)) void notified(int me) {
  static uint64_t set;
  static bool ready, waits;
  if (me == 1) {
    std::unique_lock<std::mutex> holds(guard);
    __atomic_store_n(&waits, true, __ATOMIC_RELEASE);
    clock_wait_for(&set);
    while (!ready)
#line 510
      variable.wait(holds);
    clock_work(7 * CLOCK_MS);
  } else {
    wait_for_sleeper(&waits, guard.native_handle());
    clock_work(40 * CLOCK_MS);
    clock_raise(&set, clock_now());
    std::lock_guard<std::mutex> holds(guard);
    ready = true;
    variable.notify_one();
  }
}

int main() {
  static struct clock_meeting end;
  clock_start();
  pthread_mutex_trylock(&mutex);
  pthread_mutex_unlock(&mutex);
#pragma omp parallel num_threads(2)
  { /* this one goes by without OMPT's barrier */
  }
#pragma omp parallel num_threads(2)
  {
    const int me = omp_get_thread_num();
    locking(me);
    guarded(me);
    alone();
    signalled(me);
    notified(me);
    clock_meet(&end, 0);
  }
}
