/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sampling.c - the handler that takes samples, and the threads that it is for; see sampling.h.
 * Not here: the sources of the signals (base/sample_clock.c).
 *
 * The signal is SIGURG, if the program has left that alone: whoever does not handle it ignores it. So nothing that
 * comes too late can end a program, a child, or what is executed in the place of the program. Where the program uses
 * it, it is a real-time signal, and timers send it (sample_clock.c says why). */
#include "teams/sampling.h"
#include "base/message.h"
#include "base/messages.h"
#include "base/sandbox.h"
#include "pomp_system.h"
#include "records/call_tree.h"
#include "records/sample_modules.h"
#include "records/samples.h"
#include "state/gate.h"
#include "state/sample_setting.h"
#include "state/slow_lock.h"
#include "state/thread.h"

#include <errno.h>
#include <ucontext.h>

#define REAL_TIME_LAST 63  /* the one below SIGRTMAX */
#define REAL_TIME_FIRST 34 /* libc has those below for itself */

pomp_sampling_state *pomp_sampling_state_now;

static struct pomp_sample_setting setting;
static int number; /* of the signal; 0: no thread is sampled */
static enum pomp_sample_clock_kind kind;
static struct pomp_sampler *all, *unused;
static pid_t process;

static void lose(uint64_t due) { __atomic_fetch_add(&pomp_file()->samples_lost, due, __ATOMIC_RELAXED); }

/* --- the handler --- */

/* Returns how many samples are due. The kernel sends one signal of an event for several, if it comes too late; so it is
 * the CPU time that tells. */
static uint64_t due_now(struct pomp_sampler *s, const siginfo_t *info) {
  if (info->si_code == SI_TIMER)
    return 1 + (info->si_overrun > 0 ? (uint64_t)info->si_overrun : 0);
  const uint64_t now = pomp_sample_clock_time(0), period = setting.period;
  uint64_t due = now > s->accounted ? (now - s->accounted + period / 2) / period : 0;
  due = due ? due : 1;
  s->accounted += due * period;
  return due;
}

/* Puts down where the thread is. What an event was doing may be half done, but each of these is one word. A worker
 * between two teams is at the root of the location that it had last. */
static void find_place(struct pomp_sampler *s) {
  const struct pomp_thread *t = s->is_known ? POMP_LOAD(pomp_tls.here) : NULL;
  const struct pomp_path *path = t ? POMP_LOAD(t->current) : NULL;
  if (!t && s->is_known) {
    t = POMP_LOAD(pomp_tls.own) ? pomp_tls.own : pomp_tls.worker;
    path = t ? t->root : NULL;
  }
  s->found = (struct pomp_sample){.node = path ? path->number : 0,
                                  .location = path ? t->id : POMP_NOT_KNOWN,
                                  .state = POMP_NOT_KNOWN,
                                  .pc = s->scan.at.pc,
                                  .os_thread = path ? 0 : (uint32_t)s->source.thread};
  uint64_t waits_for;
  if (s->is_known && pomp_sampling_state_now)
    s->found.state = (uint32_t)pomp_sampling_state_now(&waits_for);
}

static void take(struct pomp_sampler *s, const siginfo_t *info, const ucontext_t *context) {
  uint64_t due = due_now(s, info);
  if (!pomp_file_is_on())
    return;
  if (pomp_tls.busy || pomp_sandbox_is_entered()) {
    lose(due);
    return;
  }
  s->scan.at = POMP_ARCH_INTERRUPTED(context);
  pomp_sample_scan(&s->scan, &s->stack);
  find_place(s);
  if (!pomp_sampler_count(s, due, setting.period))
    lose(due);
}

static void on_signal(int signal, siginfo_t *info, void *context) {
  int saved = errno;
  (void)signal;
  if (pomp_is_measuring()) {
    struct pomp_sampler *s = pomp_tls.sampler;
    if (s && pomp_sample_clock_sent(&s->source, info, s))
      take(s, info, context);
    else
      for (s = __atomic_load_n(&all, __ATOMIC_ACQUIRE); s; s = s->next)
        if (pomp_sample_clock_sent(&s->source, info, s)) {
          if (s->source.thread == pomp_sys_gettid())
            take(s, info, context);
          break;
        }
  }
  errno = saved;
}

/* --- the signal --- */

static bool is_free(int signal) {
  struct pomp_sys_action now;
  return pomp_sys_sigaction(signal, NULL, &now) == 0 && !(now.flags & SA_SIGINFO) && now.call.handler == SIG_DFL;
}

static bool is_ours(int signal) {
  struct pomp_sys_action now;
  return pomp_sys_sigaction(signal, NULL, &now) == 0 && now.flags & SA_SIGINFO && now.call.informed == on_signal;
}

static int choose_signal(void) {
  if (is_free(SIGURG))
    return SIGURG;
  for (int i = REAL_TIME_LAST; i >= REAL_TIME_FIRST; i--)
    if (is_free(i))
      return i;
  return 0;
}

static bool take_signal(void) {
  const uint64_t faults = POMP_SIGNAL(SIGBUS) | POMP_SIGNAL(SIGSEGV) | POMP_SIGNAL(SIGILL) | POMP_SIGNAL(SIGFPE) |
                          POMP_SIGNAL(SIGTRAP) | POMP_SIGNAL(SIGSYS);
  const struct pomp_sys_action ours = {
      .call.informed = on_signal, .flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART, .mask = ~faults};
  number = choose_signal();
  if (number && pomp_sys_sigaction(number, &ours, NULL))
    number = 0;
  return number != 0;
}

/* To ignore a signal takes away what is pending of it, which would end the program otherwise. */
static void give_signal_back(void) {
  const struct pomp_sys_action ignored = {.call.handler = SIG_IGN}, standard = {.call.handler = SIG_DFL};
  if (is_ours(number)) {
    pomp_sys_sigaction(number, &ignored, NULL);
    pomp_sys_sigaction(number, &standard, NULL);
  }
}

/* --- threads --- */

static struct pomp_sampler *sampler_of(pid_t thread) {
  for (struct pomp_sampler *s = all; s; s = s->next)
    if (s->source.thread == thread)
      return s;
  return NULL;
}

/* Samples a thread. NULL: it can't be, and is counted. */
static struct pomp_sampler *begin(pid_t thread) {
  struct pomp_sampler *s = unused;
  if (s)
    unused = s->unused;
  else if ((s = pomp_sampler_make())) {
    s->next = all;
    __atomic_store_n(&all, s, __ATOMIC_RELEASE);
  }
  if (s) {
    s->accounted = pomp_sample_clock_time(thread);
    s->is_known = false;
    s->stack = (struct pomp_own_stack){0, 0};
    if (pomp_sample_clock_begin(&s->source, thread, s) == 0)
      return s;
    s->unused = unused;
    unused = s;
  }
  pomp_file()->sample_unseen++;
  return NULL;
}

static void end(struct pomp_sampler *s) {
  pomp_sample_clock_end(&s->source);
  s->unused = unused;
  unused = s;
}

void pomp_sampling_thread_begin(void) {
  if (!number)
    return;
  const pid_t thread = pomp_sys_gettid();
  struct pomp_sampler *s = sampler_of(thread);
  if (!s && !(s = begin(thread)))
    return;
  if (!pomp_tls.own_stack.high)
    pomp_own_stack_find(&pomp_tls.own_stack);
  s->stack = pomp_tls.own_stack;
  uint64_t waits_for;
  if (pomp_sampling_state_now) /* what it keeps for each thread is made now, and not in a handler */
    (void)pomp_sampling_state_now(&waits_for);
  s->is_known = true;
  pomp_tls.sampler = s;
}

void pomp_sampling_thread_end(void) {
  struct pomp_sampler *s = pomp_tls.sampler;
  pomp_tls.sampler = NULL;
  if (s && s->source.thread)
    end(s);
}

void pomp_sampling_start(bool no_signals) {
  struct pomp_header *h = pomp_file();
  setting = pomp_sample_setting();
  if (!setting.period)
    return;
  if (no_signals || pomp_sandbox_is_certain() || !take_signal()) {
    pomp_say(POMP_SAYS_NO_SAMPLES, no_signals ? "POMP_SIGNALS=none forbids the signal that takes them"
                                   : number   ? "POMP_SANDBOX=1 forbids the system calls that they take"
                                              : "the program uses all signals that could take them");
    number = 0;
    return;
  }
  process = pomp_sys_getpid();
  kind = pomp_sample_clock_choose(setting.period, setting.wall, number);
  pomp_sample_modules_read();
  h->sample_source = setting.wall                       ? POMP_SAMPLE_WALL_TIMER
                     : kind == POMP_SAMPLE_CLOCK_TIMERS ? POMP_SAMPLE_CPU_TIMER
                                                        : POMP_SAMPLE_PERF;
  h->sample_signal = (uint32_t)number;
  h->sample_period = setting.period;
  if (pomp_sys_gettid() != process)
    begin(process);
  if (pomp_tls.counted)
    pomp_sampling_thread_begin();
  else if (pomp_sys_gettid() == process)
    begin(process);
}

void pomp_sampling_stop(void) {
  if (!number)
    return;
  for (struct pomp_sampler *s = all; s; s = s->next)
    if (s->source.thread)
      pomp_sample_clock_end(&s->source);
  give_signal_back();
  number = 0;
}

void pomp_sampling_forked(void) {
  if (!number)
    return;
  for (struct pomp_sampler *s = all; s; s = s->next)
    pomp_sample_clock_forget(&s->source);
  give_signal_back();
  number = 0;
}
