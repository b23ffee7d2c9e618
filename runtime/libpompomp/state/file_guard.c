/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* file_guard.c - the handler for SIGBUS; see file_guard.h.
 * Not here: which files are mapped (arena.c, trace_file.c). */
#include "state/file_guard.h"
#include "base/growing_map.h"
#include "state/slow_lock.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#define PAGE 4096u /* x86-64 */

static struct guarded {
  const struct pomp_map *map; /* NULL: there is no such file */
  void (*lost)(void);
  bool is_lost;
} files[POMP_GUARDED_COUNT];

/* What the program wants done with a SIGBUS. Written while the handler is not installed, or by the thread that finds
 * the program's handler in its place. */
static struct sigaction programs;
static bool aside;

static uint64_t size_of(const struct guarded *g) { return __atomic_load_n(&g->map->size, __ATOMIC_ACQUIRE); }

/* Anonymous pages in the place of the whole mapping; the second time, of the page alone, as what the first one has put
 * there is in use. */
static bool replace(struct guarded *g, const char *address) {
  bool first = !__atomic_exchange_n(&g->is_lost, true, __ATOMIC_ACQ_REL);
  char *begin = g->map->at, *page = begin + (size_t)(address - begin) / PAGE * PAGE;
  char *from = first ? begin : page;
  size_t size = first ? size_of(g) : PAGE;
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE;
  void *at = mmap(from, size, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (at == MAP_FAILED && first)
    at = mmap(page, PAGE, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (first)
    g->lost();
  return at != MAP_FAILED;
}

static bool is_ours(const char *address) {
  for (struct guarded *g = files; g < files + POMP_GUARDED_COUNT; g++)
    if (g->map && (uintptr_t)address >= (uintptr_t)g->map->at &&
        (uintptr_t)address < (uintptr_t)g->map->at + size_of(g))
      return replace(g, address);
  return false;
}

/* The same signal once more, for this thread: it comes as soon as it isn't blocked any more. */
static void send_again(siginfo_t *info) { syscall(SYS_rt_tgsigqueueinfo, getpid(), syscall(SYS_gettid), SIGBUS, info); }

static void take_default(void) {
  struct sigaction standard = {.sa_handler = SIG_DFL};
  sigaction(SIGBUS, &standard, NULL);
}

/* As if our handler were not there. `fault`: the instruction is executed again when the handler returns. */
static void give_to_program(siginfo_t *info, void *context, bool fault) {
  const struct sigaction p = programs;
  if (!(p.sa_flags & SA_SIGINFO) && (p.sa_handler == SIG_DFL || (p.sa_handler == SIG_IGN && fault))) {
    take_default();
    if (!fault)
      send_again(info);
    return;
  }
  if (!(p.sa_flags & SA_SIGINFO) && p.sa_handler == SIG_IGN)
    return;
  if (p.sa_flags & (int)SA_RESETHAND)
    take_default();
  if (p.sa_flags & SA_SIGINFO)
    p.sa_sigaction(SIGBUS, info, context);
  else
    p.sa_handler(SIGBUS);
}

static void on_sigbus(int signal, siginfo_t *info, void *context) {
  int saved = errno;
  bool fault = info->si_code > 0; /* else somebody has sent it */
  (void)signal;
  if (fault && is_ours(info->si_addr)) {
    errno = saved;
    return;
  }
  if (!fault && pomp_slow_is_own()) { /* a handler of the program's must not run inside of a slow path */
    ucontext_t *interrupted = context;
    sigaddset(&interrupted->uc_sigmask, SIGBUS);
    send_again(info);
  } else {
    errno = saved;
    give_to_program(info, context, fault);
    saved = errno;
  }
  errno = saved;
}

static bool is_installed(const struct sigaction *action) {
  return action->sa_flags & SA_SIGINFO && action->sa_sigaction == on_sigbus;
}

void pomp_guard_keep(void) {
  struct sigaction now;
  if (aside || (!files[POMP_GUARDED_PROFILE].map && !files[POMP_GUARDED_TRACE].map) || sigaction(SIGBUS, NULL, &now))
    return;
  if (is_installed(&now) || (!(now.sa_flags & SA_SIGINFO) && now.sa_handler == SIG_IGN))
    return;
  /* The handler runs as the program's would: on the same stack, with the same signals blocked. */
  const int kept = SA_ONSTACK | SA_RESTART | SA_NODEFER;
  bool standard = !(now.sa_flags & SA_SIGINFO) && now.sa_handler == SIG_DFL;
  struct sigaction ours = {.sa_mask = now.sa_mask};
  ours.sa_sigaction = on_sigbus;
  ours.sa_flags = SA_SIGINFO | (standard ? SA_ONSTACK | SA_RESTART : now.sa_flags & kept);
  programs = now;
  sigaction(SIGBUS, &ours, NULL);
}

void pomp_guard_return(void) {
  aside = false;
  pomp_guard_keep();
}

void pomp_guard_leave(void) {
  struct sigaction now;
  aside = true;
  if (sigaction(SIGBUS, NULL, &now) == 0 && is_installed(&now))
    sigaction(SIGBUS, &programs, NULL);
}

void pomp_guard_file(enum pomp_guarded which, const struct pomp_map *map, void (*lost)(void)) {
  files[which] = (struct guarded){map, lost, false};
  pomp_guard_keep();
}

bool pomp_guard_is_lost(enum pomp_guarded which) { return __atomic_load_n(&files[which].is_lost, __ATOMIC_ACQUIRE); }
