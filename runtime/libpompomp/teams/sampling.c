/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sampling.c - the signal that says that a sample is due, and its handler; see sampling.h.
 * Not here: which signal that is (sample_signal.c), what sends it (base/sample_clock.c), and to which threads
 * (sampled_threads.c). */
#include "teams/sampling.h"
#include "base/clock.h"
#include "base/message.h"
#include "base/messages.h"
#include "base/sandbox.h"
#include "base/side_stack.h"
#include "base/signal_users.h"
#include "pomp_system.h"
#include "records/call_tree.h"
#include "records/sample_modules.h"
#include "state/config.h"
#include "state/gate.h"
#include "state/sample_setting.h"
#include "state/slow_lock.h"
#include "teams/first_fork.h"
#include "teams/sample_signal.h"
#include "teams/sampled_threads.h"

#include <ucontext.h>

/* A thread looks for others after samples of so many ns, unless it was done less than LOOK_SECONDS ago, or less than
 * LOOK_PAUSE times as long ago as it took; or less than LOOK_ANYWAY ago, and there are as many threads as then. */
#define LOOK_NS 5000000u
#define LOOK_SECONDS 0.02
#define LOOK_ANYWAY 0.25
#define LOOK_PAUSE 50

/* A thread goes on for so many times as long as its last sample took, and no longer than so many samples are due. */
#define PAUSE 3
#define PAUSE_MOST 20

/* So many bytes of stacks are kept of a run that nobody has asked to sample: some thousand. */
#define STACKS_AUTO (8u << 20)

pomp_sampling_state *pomp_sampling_state_now;

static struct pomp_sample_setting setting;
static uint64_t pace;               /* ns from one sample to the next, now: a multiple of the setting's period, or 0 */
static int number;                  /* of the signal; 0: no thread is sampled */
static uint64_t looked, look_pause; /* a tick; ns */

static void lose(uint64_t due) { __atomic_fetch_add(&pomp_file()->samples_lost, due, __ATOMIC_RELAXED); }

/* --- the handler --- */

/* If the handler takes longer than a period, the thread would do nothing else: so it goes on without samples for a
 * while (PAUSE), and its next sample counts for all that were due. */
static bool pauses(struct pomp_sampler *s, const siginfo_t *info, uint64_t now) {
  if (info->si_code == SI_TIMER)
    s->owed += (1 + (info->si_overrun > 0 ? (uint64_t)info->si_overrun : 0)) * (POMP_LOAD(pace) / setting.period);
  return now - s->left < s->pause;
}

/* Returns how many samples are due; 0: it is too early. The kernel sends one signal of an event for several samples, if
 * it comes too late; so the number follows from the CPU time. */
static uint64_t due_now(struct pomp_sampler *s, const siginfo_t *info) {
  const uint64_t period = setting.period;
  const uint64_t now = info->si_code == SI_TIMER ? 0 : pomp_sample_clock_now(CLOCK_THREAD_CPUTIME_ID);
  if (now > s->accounted) {
    const uint64_t due = (now - s->accounted + period / 2) / period;
    s->accounted += due * period;
    s->owed += due;
  }
  return s->owed;
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
                                  .os_thread = path ? 0 : (uint32_t)s->clock.thread,
                                  .flags = POMP_LOAD(pomp_first_fork_tick) ? 0 : POMP_SAMPLE_EARLY};
  uint64_t waits_for;
  if (s->is_known && pomp_sampling_state_now)
    s->found.state = (uint32_t)pomp_sampling_state_now(&waits_for);
}

static void look_aside(void *unused) {
  (void)unused;
  if (pomp_phase == POMP_RUNNING)
    pomp_sampled_look();
}

/* Few threads begin or end between two looks, so that their number mostly tells that none has. */
static bool look_is_due(void) {
  const uint64_t now = pomp_clock();
  uint64_t before = POMP_LOAD(looked);
  const double since = pomp_clock_seconds(now - before);
  if (since < LOOK_SECONDS || since * 1e9 < (double)POMP_LOAD(look_pause) ||
      (since < LOOK_ANYWAY && pomp_sampled_are_as_many()))
    return false;
  return __atomic_compare_exchange_n(&looked, &before, now, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

/* Threads that have no events don't tell of themselves. */
static void look_for_threads(struct pomp_sampler *s, uint64_t due) {
  s->not_looked += due * setting.period;
  if (s->not_looked < LOOK_NS)
    return;
  s->not_looked = 0;
  if (look_is_due() && pomp_slow_begin_at_once()) {
    const uint64_t begin = pomp_sample_clock_now(CLOCK_THREAD_CPUTIME_ID);
    pomp_call_aside(look_aside, NULL);
    POMP_STORE(look_pause, (pomp_sample_clock_now(CLOCK_THREAD_CPUTIME_ID) - begin) * LOOK_PAUSE);
    pomp_slow_end();
  }
}

static void find_stack(void *own) { pomp_own_stack_find(own); }

static void look_at(struct pomp_sampler *s, const ucontext_t *context) {
  const uint64_t due = s->owed;
  s->owed = 0;
  if (!pomp_file_is_on()) {
    pomp_sampled_pause();
    return;
  }
  if (pomp_tls.busy || s->is_lost) {
    lose(due);
    return;
  }
  if (!s->stack.high) {
    pomp_call_aside(find_stack, &pomp_tls.own_stack);
    s->stack = pomp_tls.own_stack;
  }
  s->scan.at = POMP_ARCH_INTERRUPTED(context);
  pomp_sample_scan(&s->scan, &s->stack);
  find_place(s);
  if (!pomp_sampler_count(s, due, setting.period))
    lose(due);
  look_for_threads(s, due);
}

static void take(struct pomp_sampler *s, const siginfo_t *info, const ucontext_t *context) {
  const uint64_t begin = pomp_clock();
  if (pauses(s, info, begin) || !due_now(s, info))
    return;
  look_at(s, context);
  s->left = pomp_clock();
  const uint64_t period = (uint64_t)((double)setting.period / (pomp_clock_seconds(1) * 1e9));
  const uint64_t pause = (s->left - begin) * PAUSE, least = period / 4, most = period * PAUSE_MOST;
  s->pause = pause < least ? least : pause > most ? most : pause;
}

/* Nothing here writes errno but slow paths, which restore it. A sandbox may forbid any call but the one that ends the
 * handler. */
static void on_signal(int signal, siginfo_t *info, void *context) {
  if (pomp_sample_signal_is_others(signal, info, context) || !pomp_is_measuring())
    return;
  if (pomp_sandbox_is_entered()) {
    lose(1);
    return;
  }
  struct pomp_sampler *s = pomp_tls.sampler;
  if (!s || !pomp_sample_clock_sent(&s->clock, info, s)) {
    s = pomp_sampled_sent(info);
    if (s && !pomp_sampled_is_own(s)) {
      lose(1);
      return;
    }
    if (s && pomp_tls.counted) { /* it was measured before threads were sampled */
      s->is_known = true;
      pomp_tls.sampler = s;
    }
  }
  if (s)
    take(s, info, context);
}

/* --- begin and end --- */

void pomp_sampling_thread_begin(void) {
  if (!number)
    return;
  struct pomp_sampler *s = pomp_sampled_begin(pomp_sys_gettid());
  if (!s) {
    pomp_file()->sample_unseen++;
    return;
  }
  if (!pomp_tls.own_stack.high)
    pomp_own_stack_find(&pomp_tls.own_stack);
  s->stack = pomp_tls.own_stack;
  uint64_t waits_for;
  if (pomp_sampling_state_now) /* what it keeps for each thread is made now, and not in a handler */
    (void)pomp_sampling_state_now(&waits_for);
  s->tls = &pomp_tls;
  s->is_known = true;
  pomp_tls.sampler = s;
}

void pomp_sampling_thread_end(void) {
  struct pomp_sampler *s = pomp_tls.sampler;
  pomp_tls.sampler = NULL;
  if (s && s->clock.thread == pomp_sys_gettid())
    pomp_sampled_end(s);
}

/* Nobody has asked for samples, so what they may change for the program has more weight: there is no signal where the
 * program may notice one, and no timer, as timers interrupt system calls. */
static const char *why_not_auto(bool no_signals) {
  if (no_signals || pomp_sandbox_is_possible() || !pomp_sample_signal_is_free(SIGURG) || pomp_signals_may_be_met())
    return "the program may meet a signal";
  return pomp_sample_clock_choose(POMP_SAMPLE_PERIOD_AUTO, false, SIGURG) == POMP_SAMPLE_CLOCK_EVENTS
             ? NULL
             : "the kernel gives no event for them";
}

static const char *why_not(bool no_signals) {
  if (no_signals)
    return "POMP_SIGNALS=none forbids the signal that takes them";
  if (pomp_sandbox_is_certain())
    return "POMP_SANDBOX=1 forbids the system calls that they take";
  return (number = pomp_sample_signal_take(on_signal)) ? NULL : "the program uses all signals that could take them";
}

/* Returns why it can't be; NULL: it can. */
static const char *start(struct pomp_sample_setting wanted, bool no_signals) {
  struct pomp_header *h = pomp_file();
  const char *why = wanted.is_auto ? why_not_auto(no_signals) : NULL;
  if (why || (why = why_not(no_signals)))
    return why;
  setting = wanted;
  if (wanted.is_auto) {
    pomp_sample_clock_has_events_alone();
    pomp_sample_stacks_have(STACKS_AUTO);
  }
  POMP_STORE(pace, wanted.period);
  const enum pomp_sample_clock_kind kind = pomp_sample_clock_choose(setting.period, setting.wall, number);
  pomp_sample_modules_read();
  h->sample_source = setting.wall                       ? POMP_SAMPLE_WALL_TIMER
                     : kind == POMP_SAMPLE_CLOCK_TIMERS ? POMP_SAMPLE_CPU_TIMER
                                                        : POMP_SAMPLE_PERF;
  h->sample_signal = (uint32_t)number;
  h->sample_period = setting.period;
  pomp_sampled_pause();
  pomp_sampled_look();
  if (pomp_tls.counted)
    pomp_sampling_thread_begin();
  return NULL;
}

static uint64_t used_at_load, loaded_at; /* ns */

void pomp_sampling_load(void) {
  if (!pomp_config_asks())
    return;
  used_at_load = pomp_sample_clock_now(CLOCK_PROCESS_CPUTIME_ID);
  loaded_at = pomp_sample_clock_now(CLOCK_MONOTONIC);
}

/* The program has no samples of what it did before its first event. A shorter time is that of the begin of the
 * measurement. */
static void lose_what_was(void) {
  enum { BEGIN_MOST = 10000000 };
  const uint64_t since = setting.wall ? pomp_sample_clock_now(CLOCK_MONOTONIC) - loaded_at
                                      : pomp_sample_clock_now(CLOCK_PROCESS_CPUTIME_ID) - used_at_load;
  if (since > BEGIN_MOST)
    lose(since / setting.period);
}

void pomp_sampling_start(bool no_signals) {
  const struct pomp_sample_setting wanted = pomp_sample_setting();
  const char *why = wanted.period ? start(wanted, no_signals) : NULL;
  if (wanted.is_auto)
    return;
  if (why)
    pomp_say(POMP_SAYS_NO_SAMPLES, why);
  else if (wanted.period)
    lose_what_was();
}

uint64_t pomp_sampling_period(void) { return number ? POMP_LOAD(pace) : 0; }

/* No sample is due for what threads did while none was sampled. */
static void set_pace(uint64_t period) {
  const bool goes_on = period && !pace;
  pomp_sample_clock_choose_pace(period);
  for (struct pomp_sampler *s = pomp_sampled_all(); s; s = s->next)
    if (s->clock.thread) {
      if (goes_on)
        POMP_STORE(s->accounted, pomp_sample_clock_of(s->clock.thread));
      pomp_sample_clock_pace(&s->clock);
    }
  POMP_STORE(pace, period);
  pomp_sampled_pause();
}

/* What the samples up to now count for is in their records. */
static void count_for(uint64_t period) {
  setting.is_auto = false;
  POMP_STORE(setting.period, period);
  pomp_file()->sample_period = period;
  pomp_sample_stacks_have(UINT64_MAX);
}

enum pomp_answer pomp_sampling_turn(uint64_t period, bool no_signals) {
  const uint64_t counts_for = setting.period;
  if (period > POMP_SAMPLE_PERIOD_MOST || (period && period < POMP_SAMPLE_PERIOD_LEAST))
    return POMP_ANSWER_UNKNOWN;
  if (!number && !period)
    return POMP_ANSWER_DONE;
  if (!number) /* once the program has taken the signal, it keeps it */
    return !counts_for && !start((struct pomp_sample_setting){.period = period}, no_signals) ? POMP_ANSWER_DONE
                                                                                             : POMP_ANSWER_NO_SAMPLES;
  if (period && period < counts_for && !setting.is_auto)
    return POMP_ANSWER_TOO_OFTEN;
  if (period && setting.is_auto) /* now somebody has asked */
    count_for(period);
  set_pace((period + setting.period / 2) / setting.period * setting.period);
  return POMP_ANSWER_DONE;
}

/* Counts what was due of a thread whose event the program has switched off or closed. */
static bool stood_still_since(const struct pomp_sampler *s) {
  const uint64_t now = pomp_sample_clock_of(s->clock.thread);
  const bool it_did = pomp_sample_clock_stood_still(&s->clock, s->accounted);
  if (it_did && now > s->accounted)
    lose((now - s->accounted) / setting.period);
  return it_did;
}

void pomp_sampling_stop(void) {
  if (!number)
    return;
  bool stood_still = false;
  for (struct pomp_sampler *s = pomp_sampled_all(); s; s = s->next)
    if (s->clock.thread) {
      stood_still |= stood_still_since(s);
      pomp_sample_clock_end(&s->clock);
    }
  if (stood_still && !setting.is_auto)
    pomp_say(POMP_SAYS_SAMPLES_STOPPED);
  pomp_sample_signal_give_back();
  number = 0;
}

void pomp_sampling_keep(void) {
  if (number && !pomp_sample_signal_keep())
    pomp_sampling_stop();
}

void pomp_sampling_forked(void) {
  if (!number)
    return;
  for (struct pomp_sampler *s = pomp_sampled_all(); s; s = s->next)
    pomp_sample_clock_forget(&s->clock);
  pomp_sample_signal_give_back();
  number = 0;
}
