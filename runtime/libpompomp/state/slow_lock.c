/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* slow_lock.c - the lock of all slow paths, what has to wait while a thread holds it, which are signals and
 * cancellation, and the watch that bounds how long they wait.
 * Not here: what the slow paths do. */
#include "state/slow_lock.h"
#include "base/atomics.h"
#include "base/sandbox.h"
#include "pomp_system.h"
#include "state/file_guard.h"
#include "state/own_process.h"
#include "state/thread.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <ucontext.h>

#define END_SIGNALS (POMP_SIGNAL(SIGINT) | POMP_SIGNAL(SIGTERM))

/* A thread waits with its signals let in, so this is no pthread_mutex_t: between taking that and holding back
 * the signals, a handler could meet an event and wait for its own thread. */
enum { FREE, TAKEN, WAITED_FOR };
static uint32_t lock;
static bool given_up;
static _Thread_local uint64_t saved_signals __attribute__((tls_model("initial-exec")));

/* Holds back the signals: a handler may have events of its own, fork, or leave by siglongjmp. SIGBUS alone stays as the
 * program has it, as the guard of our files handles it (file_guard.c). The signals that cancel threads, which glibc's
 * function leaves out, are held back, too. */
static void hold_signals(void) { pomp_sys_sigprocmask(SIG_BLOCK, ~POMP_SIGNAL(SIGBUS), &saved_signals); }

static void let_signals(void) { pomp_sys_sigprocmask(SIG_SETMASK, saved_signals, NULL); }

static void wait_for_lock(const struct timespec *how_long) {
  (void)POMP_SYSTEM_4(futex, POMP_SYSTEM_ADDRESS(&lock), FUTEX_WAIT_PRIVATE, WAITED_FOR, POMP_SYSTEM_ADDRESS(how_long));
}

static void wake(int how_many) { (void)POMP_SYSTEM_3(futex, POMP_SYSTEM_ADDRESS(&lock), FUTEX_WAKE_PRIVATE, how_many); }

/* Looks whether the lock is free, so often as `*looks` says at most, which becomes how many looks are left. The pause
 * between two of them takes some ten ns. */
static bool is_free_soon(unsigned *looks) {
  enum { PAUSE = 64 };
  while (*looks) {
    --*looks;
    if (POMP_LOAD(lock) == FREE)
      return true;
    for (unsigned i = 0; i < PAUSE; i++)
      __asm__ volatile("" ::: "memory");
  }
  return false;
}

static bool take_free(void) {
  uint32_t was = FREE;
  return __atomic_compare_exchange_n(&lock, &was, TAKEN, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

/* Takes the lock and holds back the signals, or does neither. `tries`: 0, or how many hundredths of a second it waits,
 * or AT_ONCE: it doesn't.
 */
#define AT_ONCE UINT_MAX
static bool take(unsigned tries) {
  const struct timespec hundredth = {0, 10000000};
  unsigned looks = 2000;
  hold_signals();
  pomp_own_claim();
  if (take_free())
    return true;
  if (tries == AT_ONCE) {
    let_signals();
    return false;
  }
  /* A slow path mostly takes some ten microseconds, and on some machines a sleeping thread continues only milliseconds
   * after it was woken. So the thread spins for some hundred microseconds before it sleeps. */
  while (is_free_soon(&looks))
    if (take_free())
      return true;
  for (unsigned tried = 0; __atomic_exchange_n(&lock, WAITED_FOR, __ATOMIC_ACQUIRE) != FREE; tried++) {
    let_signals();
    if (POMP_LOAD(given_up) || (tries && tried == tries))
      return false;
    wait_for_lock(tries ? &hundredth : NULL);
    hold_signals();
  }
  return true;
}

static void release(void) {
  if (__atomic_exchange_n(&lock, FREE, __ATOMIC_RELEASE) == WAITED_FOR)
    wake(1);
}

/* --- the watch --- */

/* A timer of the thread that holds the lock. */
static struct {
  int id;       /* as the kernel has it */
  pid_t thread; /* 0: there is no timer */
  bool on, set;
} watch;

static void make_timer(pid_t thread) {
  struct sigevent event = {.sigev_signo = SIGBUS, .sigev_notify = SIGEV_THREAD_ID};
  event.sigev_value.sival_ptr = &watch;
  event._sigev_un._tid = thread; /* glibc 2.36 has no other name for it */
  if (watch.thread)
    (void)POMP_SYSTEM_1(timer_delete, watch.id);
  long error =
      POMP_SYSTEM_3(timer_create, CLOCK_MONOTONIC, POMP_SYSTEM_ADDRESS(&event), POMP_SYSTEM_ADDRESS(&watch.id));
  watch.thread = error ? 0 : thread;
}

static void set_timer(time_t seconds) {
  const struct itimerspec every = {{seconds, 0}, {seconds, 0}};
  (void)POMP_SYSTEM_4(timer_settime, watch.id, 0, POMP_SYSTEM_ADDRESS(&every), 0);
  watch.set = seconds != 0;
}

/* Without our handler, the timer's SIGBUS would end the program; and a thread that blocks SIGBUS gets it too late. */
static _Thread_local pid_t own_thread __attribute__((tls_model("initial-exec")));
static void watch_begin(void) {
  if (!watch.on || pomp_sandbox_is_entered() || saved_signals & POMP_SIGNAL(SIGBUS) || !pomp_guard_stands())
    return;
  if (!own_thread)
    own_thread = pomp_sys_gettid();
  if (watch.thread != own_thread)
    make_timer(own_thread);
  if (watch.thread)
    set_timer(POMP_SLOW_SECONDS);
}

static void watch_end(void) {
  if (watch.set)
    set_timer(0);
}

/* Is called in the handler of SIGBUS. It may come late, when the slow path is over. */
static bool expired(const siginfo_t *info, void *context) {
  if (info->si_code != SI_TIMER || info->si_value.sival_ptr != &watch)
    return false;
  uint64_t wanted = END_SIGNALS & ~saved_signals;
  ucontext_t *interrupted = context;
  if (pomp_tls.busy && pomp_sys_sigpending() & wanted) {
    POMP_STORE(given_up, true);
    wake(INT_MAX);
    interrupted->uc_sigmask.__val[0] &= ~wanted; /* the kernel's part of it */
  }
  return true;
}

/* Valgrind 3.19 takes the SIGBUS of a timer for one that has lost what the kernel says of it, and ends the program; or
 * finds no room for it on the stack of the main thread. There is no timer, then. */
void pomp_slow_watch(bool on) {
  on = on && !pomp_arch_is_in_valgrind();
  if (!on)
    watch_end();
  watch.on = on;
  pomp_guard_timer(on ? expired : NULL);
  if (on)
    watch_begin();
}

/* --- slow paths --- */

static bool begin(unsigned tries) {
  if (pomp_tls.busy || POMP_LOAD(given_up) || !take(tries))
    return false;
  pomp_tls.busy = true;
  pomp_tls.saved_errno = errno;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &pomp_tls.saved_cancel);
  watch_begin();
  return true;
}

bool pomp_slow_begin(void) { return begin(0); }

bool pomp_slow_begin_in_time(void) { return begin(100); }

/* Nobody learns that this thread waits. */
bool pomp_slow_begin_at_once(void) {
  unsigned looks = 65;
  return is_free_soon(&looks) && begin(AT_ONCE);
}

void pomp_slow_end(void) {
  watch_end();
  POMP_STORE(given_up, false);
  release();
  pthread_setcancelstate(pomp_tls.saved_cancel, NULL);
  errno = pomp_tls.saved_errno;
  pomp_tls.busy = false;
  let_signals();
}

bool pomp_slow_is_own(void) { return pomp_tls.busy; }

/* A child has no timers. */
void pomp_slow_forked(void) {
  lock = FREE;
  given_up = false;
  watch.thread = own_thread = 0;
  watch.set = false;
  pomp_tls.busy = false;
}
