/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sample_signal.c - whose signal tells of samples; see sample_signal.h.
 *
 * The signal is SIGURG, if the program sets no handlers: who does not handle it ignores it. So nothing that comes too
 * late can end a program, a child, or what is executed in the place of the program.
 *
 * Where the program may set a handler for it, perhaps for each signal that there is, it is the one by which libc
 * cancels threads, and timers send it (sample_clock.c says why). libc lets nobody else have it: it refuses handlers for
 * it, leaves it out of full sets, and takes no notice of one that it has not sent itself. libc installs its own handler
 * when the first thread is cancelled. Then ours is gone, and comes back at the next join. What did not come from our
 * timers is sent once more to who was there before, so that a cancelled thread has nothing of ours on its stack.
 *
 * Only where something that does without libc has that signal, it is a real-time signal without a handler. */
#include "teams/sample_signal.h"
#include "base/atomics.h"
#include "base/libc.h"
#include "base/sandbox.h"
#include "base/signal_users.h"
#include "pomp_system.h"

#include <ucontext.h>

#define REAL_TIME_LAST 63  /* the one below SIGRTMAX */
#define REAL_TIME_FIRST 34 /* libc has those below for itself */

static int number; /* 0: there is none */
static void (*ours)(int, siginfo_t *, void *);
static struct pomp_sys_action before; /* what is done with libc's signal but for us */
static bool taking;                   /* `before` is not known yet */

static bool is_default(const struct pomp_sys_action *a) {
  return !(a->flags & SA_SIGINFO) && a->call.handler == SIG_DFL;
}

/* Who starts programs may have left it so: nobody handles it either. */
static bool is_ignored(const struct pomp_sys_action *a) {
  return !(a->flags & SA_SIGINFO) && a->call.handler == SIG_IGN;
}

static bool is_ours(const struct pomp_sys_action *a) { return a->flags & SA_SIGINFO && a->call.informed == ours; }

bool pomp_sample_signal_is_free(int signal) {
  struct pomp_sys_action now;
  return pomp_sys_sigaction(signal, NULL, &now) == 0 && is_default(&now);
}

/* In a program that has all of libc in itself any handler may be libc's. */
static bool is_in_libc(const struct pomp_sys_action *a) {
  struct dl_find_object libc, its;
  return !pomp_libc._dl_find_object ||
         (pomp_libc._dl_find_object((void *)pomp_libc.realpath, &libc) == 0 &&
          pomp_libc._dl_find_object((void *)a->call.informed, &its) == 0 && libc.dlfo_link_map == its.dlfo_link_map);
}

static bool is_libcs(void) {
  struct pomp_sys_action now;
  return pomp_sys_sigaction(POMP_SAMPLE_SIGNAL_OF_LIBC, NULL, &now) == 0 &&
         (is_default(&now) || is_ignored(&now) || is_ours(&now) || (now.flags & SA_SIGINFO && is_in_libc(&now)));
}

static int choose(void) {
  if (pomp_sample_signal_is_free(SIGURG) && !pomp_signals_may_be_taken())
    return SIGURG;
  if (is_libcs())
    return POMP_SAMPLE_SIGNAL_OF_LIBC;
  for (int i = REAL_TIME_LAST; i >= REAL_TIME_FIRST; i--)
    if (pomp_sample_signal_is_free(i))
      return i;
  return 0;
}

static bool install(void) {
  const uint64_t faults = POMP_SIGNAL(SIGBUS) | POMP_SIGNAL(SIGSEGV) | POMP_SIGNAL(SIGILL) | POMP_SIGNAL(SIGFPE) |
                          POMP_SIGNAL(SIGTRAP) | POMP_SIGNAL(SIGSYS);
  const struct pomp_sys_action action = {
      .call.informed = ours, .flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART, .mask = ~faults};
  struct pomp_sys_action replaced;
  POMP_STORE(taking, true);
  const bool done = pomp_sys_sigaction(number, &action, &replaced) == 0;
  if (done && !is_ours(&replaced))
    before = replaced;
  POMP_RELEASE(taking, false);
  return done;
}

int pomp_sample_signal_take(void (*handler)(int, siginfo_t *, void *)) {
  ours = handler;
  number = choose();
  if (number && !install())
    number = 0;
  return number;
}

bool pomp_sample_signal_keep(void) {
  struct pomp_sys_action now;
  if (pomp_sys_sigaction(number, NULL, &now))
    return false;
  return is_ours(&now) || (number == POMP_SAMPLE_SIGNAL_OF_LIBC && is_libcs() && install());
}

/* To ignore a signal takes away what is pending of it, which would end the program otherwise. libc may be about to
 * install its handler, so that ours stays there: it does nothing any more but make room for libc's. */
void pomp_sample_signal_give_back(void) {
  const struct pomp_sys_action ignored = {.call.handler = SIG_IGN}, standard = {.call.handler = SIG_DFL};
  struct pomp_sys_action now;
  if (number != POMP_SAMPLE_SIGNAL_OF_LIBC && pomp_sys_sigaction(number, NULL, &now) == 0 && is_ours(&now)) {
    pomp_sys_sigaction(number, &ignored, NULL);
    pomp_sys_sigaction(number, &standard, NULL);
  }
  number = 0;
}

/* A sandbox may forbid system calls. */
bool pomp_sample_signal_is_others(int signal, const siginfo_t *info, void *context) {
  if (signal != POMP_SAMPLE_SIGNAL_OF_LIBC || info->si_code == SI_TIMER)
    return false;
  const bool is_known = !POMP_ACQUIRE(taking);
  if (is_known && pomp_sandbox_is_entered() && before.flags & SA_SIGINFO) {
    siginfo_t copy = *info;
    before.call.informed(signal, &copy, context);
    return true;
  }
  if (is_known)
    pomp_sys_sigaction(signal, &before, NULL);
  pomp_sys_send_again(signal, info);
  return true;
}
