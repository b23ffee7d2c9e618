// With --pomp-mutexes, spin locks have the waits and holders that the program makes, by the clock that it sets. The program has a
// pthread_spin_trylock of its own, which calls libc's, and tells the holder when another thread has found the lock taken.
// REQUIRES: default-clang
// DEFINE: %{check} = %python %root/test/runtime/Inputs/check.py %pomp_report
// RUN: rm -rf %t && mkdir -p %t && cd %t && %pomp_clangxx -DTRYLOCK -O2 -g -c %s -o try.o
// RUN: %pomp_clangxx %clock -O2 -g %s try.o --pomp-mutexes -o a && env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e ./a
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=traced POMP_TRACE=1 ./a
// DEFINE: %{waits} = 'region("pthread_spin_lock", 110)["wait_ns"] == 8000000' 'region("pthread_spin_lock", 110)["contended"] == 1' \
// DEFINE:   'region("pthread_spin_lock", 120)["held_ns"] == 12000000' 'region("region(holder)")["caused_wait_ns"] == 8000000' \
// DEFINE:   'region("pthread_spin_trylock")["held_ns"] == 3000000' 'region("pthread_spin_lock", 130)["wait_ns"] == 0' \
// DEFINE:   'visits("pthread_spin_lock", 130) == 2000'
// RUN: %{check} e %{waits} && %{check} traced %{waits}
#include <pthread.h>
#ifdef TRYLOCK
#include <cerrno>
#include <dlfcn.h>
int busy;
extern "C" int pthread_spin_trylock(pthread_spinlock_t *lock) {
  using function = int (*)(pthread_spinlock_t *);
  static function real = reinterpret_cast<function>(dlsym(RTLD_NEXT, "pthread_spin_trylock"));
  int error = real(lock);
  if (error == EBUSY)
    __atomic_store_n(&busy, 1, __ATOMIC_RELEASE);
  return error;
}
#else
#include "test_clock.h"

extern int busy;
static pthread_spinlock_t lock;
static __attribute__((noinline)) void spinning(int me) {
  static uint64_t freed;
  static int turn;
  if (me == 1) {
    clock_work(4 * CLOCK_MS);
    clock_turn(&turn, 1);
    clock_wait_for(&freed);
#line 110
    pthread_spin_lock(&lock);
    pthread_spin_unlock(&lock);
  } else {
#pragma pomp inst begin(holder)
#line 120
    pthread_spin_lock(&lock);
    clock_next(&turn);
    clock_work(12 * CLOCK_MS);
    clock_raise(&freed, clock_now());
    clock_turn(&busy, 1);
    pthread_spin_unlock(&lock);
#pragma pomp inst end(holder)
  }
}

static __attribute__((noinline)) void alone() {
  pthread_spinlock_t own;
  pthread_spin_init(&own, PTHREAD_PROCESS_PRIVATE);
  for (int i = 0; i < 1000; i++) {
#line 130
    pthread_spin_lock(&own);
    pthread_spin_unlock(&own);
  }
  pthread_spin_destroy(&own);
}

int main() {
  static struct clock_meeting end;
  clock_start();
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_spin_trylock(&lock);
  clock_work(3 * CLOCK_MS);
  pthread_spin_unlock(&lock);
#pragma omp parallel num_threads(2)
  { /* this one goes by without OMPT's barrier */
  }
#pragma omp parallel num_threads(2)
  {
    spinning(omp_get_thread_num());
    alone();
    clock_meet(&end, 0);
  }
}
#endif
