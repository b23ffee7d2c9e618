/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* file_guard.c - the handler for SIGBUS; see file_guard.h.
 * Not here: which files are mapped (arena.c, trace_file.c). */
#include "state/file_guard.h"
#include "base/growing_map.h"
#include "base/sandbox.h"
#include "pomp_system.h"
#include "state/thread.h"

#include <errno.h>
#include <stdint.h>
#include <ucontext.h>

static struct guarded {
  const struct pomp_map *map; /* NULL: there is no such file */
  void (*lost)(void);
  bool is_lost;
} files[POMP_GUARDED_COUNT];

/* This is what the program wants done with a SIGBUS. It is written while the handler is not installed, or by the thread
 * that finds the program's handler in its place. */
static struct pomp_sys_action programs;
static bool aside, in_place, forgone;
static bool (*of_timer)(const siginfo_t *info, void *context);

static uint64_t size_of(const struct guarded *g) { return __atomic_load_n(&g->map->size, __ATOMIC_ACQUIRE); }

/* Anonymous pages in the place of the whole mapping; the second time, of the page alone, as what the first one has put
 * there is in use. */
static bool replace(struct guarded *g, const char *address) {
  const size_t one = pomp_sys_page();
  bool first = !__atomic_exchange_n(&g->is_lost, true, __ATOMIC_ACQ_REL);
  char *begin = g->map->at, *page = begin + (size_t)(address - begin) / one * one;
  char *from = first ? begin : page;
  size_t size = first ? size_of(g) : one;
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE;
  void *at = from;
  int error = pomp_sys_mmap(&at, size, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (error && first) {
    at = page;
    error = pomp_sys_mmap(&at, one, PROT_READ | PROT_WRITE, flags, -1, 0);
  }
  if (first)
    g->lost();
  return !error;
}

static bool is_ours(const char *address) {
  for (struct guarded *g = files; g < files + POMP_GUARDED_COUNT; g++)
    if (g->map && (uintptr_t)address >= (uintptr_t)g->map->at &&
        (uintptr_t)address < (uintptr_t)g->map->at + size_of(g))
      return replace(g, address);
  return false;
}

/* The same signal once more, for this thread: it comes as soon as it isn't blocked any more. */
static void send_again(const siginfo_t *info) { pomp_sys_send_again(SIGBUS, info); }

static void take_default(void) {
  const struct pomp_sys_action standard = {.call.handler = SIG_DFL};
  pomp_sys_sigaction(SIGBUS, &standard, NULL);
}

/* As if our handler were not there. `fault`: the instruction is executed again when the handler returns. */
static void give_to_program(siginfo_t *info, void *context, bool fault) {
  const struct pomp_sys_action p = programs;
  if (!(p.flags & SA_SIGINFO) && (p.call.handler == SIG_DFL || (p.call.handler == SIG_IGN && fault))) {
    take_default();
    if (!fault)
      send_again(info);
    return;
  }
  if (!(p.flags & SA_SIGINFO) && p.call.handler == SIG_IGN)
    return;
  if (p.flags & SA_RESETHAND)
    take_default();
  if (p.flags & SA_SIGINFO)
    p.call.informed(SIGBUS, info, context);
  else
    p.call.handler(SIGBUS);
}

static void on_sigbus(int signal, siginfo_t *info, void *context) {
  int saved = errno;
  bool fault = info->si_code > 0; /* else somebody has sent it */
  (void)signal;
  if ((fault && is_ours(info->si_addr)) || (of_timer && of_timer(info, context))) {
    errno = saved;
    return;
  }
  if (!fault && pomp_tls.busy) { /* a handler of the program's must not run inside of a slow path */
    ucontext_t *interrupted = context;
    interrupted->uc_sigmask.__val[0] |= POMP_SIGNAL(SIGBUS); /* the kernel's part of it */
    send_again(info);
  } else {
    errno = saved;
    give_to_program(info, context, fault);
    saved = errno;
  }
  errno = saved;
}

static bool is_installed(const struct pomp_sys_action *action) {
  return action->flags & SA_SIGINFO && action->call.informed == on_sigbus;
}

void pomp_guard_keep(void) {
  struct pomp_sys_action now;
  if (forgone || aside || (in_place && pomp_sandbox_is_entered()) ||
      (!of_timer && !files[POMP_GUARDED_PROFILE].map && !files[POMP_GUARDED_TRACE].map) ||
      pomp_sys_sigaction(SIGBUS, NULL, &now))
    return;
  in_place = is_installed(&now);
  if (in_place || (!(now.flags & SA_SIGINFO) && now.call.handler == SIG_IGN))
    return;
  /* The handler runs as the program's would: on the same stack, with the same signals blocked. */
  const unsigned long kept = SA_ONSTACK | SA_RESTART | SA_NODEFER;
  bool standard = !(now.flags & SA_SIGINFO) && now.call.handler == SIG_DFL;
  struct pomp_sys_action ours = {.mask = now.mask};
  ours.call.informed = on_sigbus;
  ours.flags = SA_SIGINFO | (standard ? SA_ONSTACK | SA_RESTART : now.flags & kept);
  programs = now;
  in_place = pomp_sys_sigaction(SIGBUS, &ours, NULL) == 0;
}

void pomp_guard_return(void) {
  aside = false;
  pomp_guard_keep();
}

void pomp_guard_forgo(void) { forgone = true; }

void pomp_guard_leave(void) {
  struct pomp_sys_action now;
  aside = true;
  in_place = false;
  if (pomp_sys_sigaction(SIGBUS, NULL, &now) == 0 && is_installed(&now))
    pomp_sys_sigaction(SIGBUS, &programs, NULL);
}

void pomp_guard_timer(bool (*expired)(const siginfo_t *info, void *context)) {
  if (expired) {
    of_timer = expired;
    pomp_guard_keep();
  } else if (!files[POMP_GUARDED_PROFILE].map && !files[POMP_GUARDED_TRACE].map) {
    pomp_guard_leave();
    aside = false;
    of_timer = NULL;
  }
}

bool pomp_guard_stands(void) { return in_place; }

void pomp_guard_file(enum pomp_guarded which, const struct pomp_map *map, void (*lost)(void)) {
  files[which] = (struct guarded){map, lost, false};
  pomp_guard_keep();
}

bool pomp_guard_is_lost(enum pomp_guarded which) { return __atomic_load_n(&files[which].is_lost, __ATOMIC_ACQUIRE); }
