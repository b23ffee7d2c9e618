/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sampled_threads.c - the samplers of threads; see sampled_threads.h.
 * Not here: the handler (sampling.c).
 *
 * A sampler of a thread that has ended serves the next one, so that there are as many as threads lived at one time. */
#include "teams/sampled_threads.h"
#include "base/atomics.h"
#include "base/directory.h"
#include "pomp_process.h"
#include "pomp_system.h"
#include "state/gate.h"
#include "state/thread.h"
#include "teams/sample_signal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TASKS "/proc/self/task"

static struct pomp_sampler *all, *unused;
static uint32_t links; /* of the list of threads, when it was looked last; 0: not known */
static bool all_found; /* each thread that is not sampled has begun since it was looked for threads */

struct pomp_sampler *pomp_sampled_all(void) { return __atomic_load_n(&all, __ATOMIC_ACQUIRE); }

/* The threads' samplers, by thread number modulo LISTS. The numbers are mostly consecutive: with a thousand threads,
 * each list has one sampler. */
#define LISTS 1024u
static struct pomp_sampler *lists[LISTS];

static struct pomp_sampler **list_of(pid_t thread) { return &lists[(unsigned)thread % LISTS]; }

static struct pomp_sampler *sampler_of(pid_t thread) {
  struct pomp_sampler *s = __atomic_load_n(list_of(thread), __ATOMIC_ACQUIRE);
  while (s && s->clock.thread != thread)
    s = __atomic_load_n(&s->same_list, __ATOMIC_ACQUIRE);
  return s;
}

static void put_into_list(struct pomp_sampler *s) {
  struct pomp_sampler **list = list_of(s->clock.thread);
  __atomic_store_n(&s->same_list, *list, __ATOMIC_RELEASE);
  __atomic_store_n(list, s, __ATOMIC_RELEASE);
}

static void take_from_list(const struct pomp_sampler *s) {
  struct pomp_sampler **at = list_of(s->clock.thread);
  while (*at && *at != s)
    at = &(*at)->same_list;
  if (*at)
    __atomic_store_n(at, s->same_list, __ATOMIC_RELEASE);
}

/* A list may change while a handler goes through it, so that it finds less. */
struct pomp_sampler *pomp_sampled_sent(const siginfo_t *info) {
  struct pomp_sampler *s = sampler_of(pomp_sys_gettid());
  if (s && pomp_sample_clock_sent(&s->clock, info, s))
    return s;
  for (s = pomp_sampled_all(); s && !pomp_sample_clock_sent(&s->clock, info, s);)
    s = s->next;
  return s;
}

/* A thread has used CPU time before it was found: samples of it are due, and there are none. */
static void lose_what_was(const struct pomp_sampler *s) {
  struct pomp_header *h = pomp_file();
  if (all_found && h->sample_source != POMP_SAMPLE_WALL_TIMER)
    __atomic_fetch_add(&h->samples_lost, (s->accounted + h->sample_period / 2) / h->sample_period, __ATOMIC_RELAXED);
}

void pomp_sampled_pause(void) { POMP_STORE(all_found, false); }

struct pomp_sampler *pomp_sampled_begin(pid_t thread) {
  struct pomp_sampler *s = sampler_of(thread);
  if (s)
    return s;
  if ((s = unused))
    unused = s->unused;
  else if ((s = pomp_sampler_make())) {
    s->next = all;
    __atomic_store_n(&all, s, __ATOMIC_RELEASE);
  }
  if (s) {
    s->accounted = pomp_sample_clock_of(thread);
    s->left = s->pause = s->owed = 0;
    s->is_known = s->is_lost = false;
    s->tls = NULL;
    s->stack = (struct pomp_own_stack){0, 0};
    if (pomp_sample_clock_begin(&s->clock, thread, s) == 0) {
      put_into_list(s);
      lose_what_was(s);
      return s;
    }
    pomp_sample_clock_end(&s->clock); /* no thread has it */
    s->unused = unused;
    unused = s;
  }
  return NULL;
}

void pomp_sampled_end(struct pomp_sampler *s) {
  take_from_list(s);
  pomp_sample_clock_end(&s->clock);
  s->unused = unused;
  unused = s;
}

/* The list of threads may lack one while others end. */
static bool is_alive(pid_t thread) { return POMP_SYSTEM_3(tgkill, pomp_sys_getpid(), thread, 0) != -ESRCH; }

static void forget_ended(void) {
  for (struct pomp_sampler *s = all; s; s = s->next)
    if (s->clock.thread && !s->is_there && !is_alive(s->clock.thread))
      pomp_sampled_end(s);
}

/* The list has a link for each thread. */
static uint32_t links_now(void) {
  struct statx x;
  return pomp_sys_statx(AT_FDCWD, TASKS, 0, STATX_NLINK, &x) ? 0 : x.stx_nlink;
}

bool pomp_sampled_are_as_many(void) {
  const uint32_t before = POMP_LOAD(links);
  return before && links_now() == before;
}

/* libc has a thread of its own for timers that call a function (SIGEV_THREAD). It waits for the signal by which libc
 * cancels threads, and need not ask who has sent it. */
static bool waits_for_signal(pid_t thread) {
  char path[64], status[1536];
  if (pomp_file()->sample_signal != POMP_SAMPLE_SIGNAL_OF_LIBC)
    return false;
  snprintf(path, sizeof path, TASKS "/%ld/status", (long)thread);
  pomp_process_read(path, status, sizeof status);
  const char *blocked = strstr(status, "\nSigBlk:");
  return blocked && strtoull(blocked + strlen("\nSigBlk:"), NULL, 16) & POMP_SIGNAL(POMP_SAMPLE_SIGNAL_OF_LIBC);
}

void pomp_sampled_look(void) {
  struct pomp_entries tasks;
  uint32_t unseen = 0;
  POMP_STORE(links, links_now());
  pomp_entries_begin(&tasks, TASKS);
  if (tasks.fd < 0)
    return;
  for (struct pomp_sampler *s = all; s; s = s->next)
    s->is_there = false;
  for (const char *name; (name = pomp_entries_next(&tasks));) {
    const pid_t thread = (pid_t)strtol(name, NULL, 10);
    struct pomp_sampler *s = thread > 0 ? sampler_of(thread) : NULL;
    if (!s && (thread <= 0 || waits_for_signal(thread)))
      continue;
    if (!s)
      s = pomp_sampled_begin(thread);
    if (s)
      s->is_there = true;
    unseen += !s && is_alive(thread);
  }
  pomp_entries_end(&tasks);
  POMP_STORE(all_found, true);
  forget_ended();
  if (unseen > pomp_file()->sample_unseen)
    pomp_file()->sample_unseen = unseen;
}

bool pomp_sampled_is_own(struct pomp_sampler *s) {
  if (s->clock.thread != pomp_sys_gettid() || s->is_lost)
    return false;
  for (const struct pomp_sampler *o = pomp_sampled_all(); o && !s->tls; o = o->next)
    if (o != s && o->clock.thread && POMP_LOAD(o->tls) == &pomp_tls)
      s->is_lost = true;
  POMP_STORE(s->tls, &pomp_tls);
  return !s->is_lost;
}
