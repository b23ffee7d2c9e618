/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sampled_threads.c - the samplers of threads; see sampled_threads.h.
 * Not here: the handler (sampling.c).
 *
 * A sampler of a thread that has ended serves the next one, so that there are as many as threads lived at one time. */
#include "teams/sampled_threads.h"
#include "base/atomics.h"
#include "pomp_system.h"
#include "state/gate.h"
#include "state/thread.h"

#include <dirent.h>
#include <stdlib.h>

static struct pomp_sampler *all, *unused;

struct pomp_sampler *pomp_sampled_all(void) { return __atomic_load_n(&all, __ATOMIC_ACQUIRE); }

static struct pomp_sampler *sampler_of(pid_t thread) {
  for (struct pomp_sampler *s = all; s; s = s->next)
    if (s->clock.thread == thread)
      return s;
  return NULL;
}

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
    if (pomp_sample_clock_begin(&s->clock, thread, s) == 0)
      return s;
    s->unused = unused;
    unused = s;
  }
  return NULL;
}

void pomp_sampled_end(struct pomp_sampler *s) {
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

void pomp_sampled_look(void) {
  char entries[2048];
  uint32_t unseen = 0;
  int fd = pomp_sys_open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
  if (fd < 0)
    return;
  for (struct pomp_sampler *s = all; s; s = s->next)
    s->is_there = false;
  ssize_t n;
  while ((n = pomp_sys_getdents(fd, entries, sizeof entries)) > 0) {
    struct dirent64 *d; /* as the kernel writes it */
    for (ssize_t at = 0; at < n; at += d->d_reclen) {
      d = (struct dirent64 *)(void *)(entries + at);
      const pid_t thread = (pid_t)strtol(d->d_name, NULL, 10);
      struct pomp_sampler *s = thread > 0 ? pomp_sampled_begin(thread) : NULL;
      if (s)
        s->is_there = true;
      unseen += thread > 0 && !s && is_alive(thread);
    }
  }
  pomp_sys_close(fd);
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
