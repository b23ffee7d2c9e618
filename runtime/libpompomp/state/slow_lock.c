/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* slow_lock.c - the lock of all slow paths, and what has to wait while a thread holds it: signals and cancellation.
 * Not here: what the slow paths do. */
#include "state/slow_lock.h"
#include "pomp_system.h"
#include "state/own_process.h"
#include "state/thread.h"

#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local uint64_t saved_signals __attribute__((tls_model("initial-exec")));

/* Holds back the signals: a handler may have events of its own, fork, or leave by siglongjmp. SIGBUS alone stays as the
 * program has it, as the guard of our files handles it (file_guard.c). The signals that cancel threads, which glibc's
 * function leaves out, are held back, too. */
static void hold_signals(void) { pomp_sys_sigprocmask(SIG_BLOCK, ~POMP_SIGNAL(SIGBUS), &saved_signals); }

static void let_signals(void) { pomp_sys_sigprocmask(SIG_SETMASK, saved_signals, NULL); }

bool pomp_slow_begin(void) {
  if (pomp_tls.busy)
    return false;
  hold_signals();
  pomp_own_claim();
  pomp_tls.busy = true;
  pomp_tls.saved_errno = errno;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &pomp_tls.saved_cancel);
  pthread_mutex_lock(&lock);
  return true;
}

void pomp_slow_end(void) {
  pthread_mutex_unlock(&lock);
  pthread_setcancelstate(pomp_tls.saved_cancel, NULL);
  errno = pomp_tls.saved_errno;
  pomp_tls.busy = false;
  let_signals();
}

bool pomp_slow_is_own(void) { return pomp_tls.busy; }

void pomp_slow_forked(void) {
  pthread_mutex_init(&lock, NULL);
  pomp_tls.busy = false;
}
