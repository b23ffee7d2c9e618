/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* exit_turn.c - the handlers of exit that others wait in; see exit_turn.h. Not here: what is done at the end. */
#include "life/exit_turn.h"
#include "base/atomics.h"
#include "pomp_system.h"

#include <stdlib.h>

/* NOLINTNEXTLINE(bugprone-reserved-identifier): glibc exports it. */
int __cxa_atexit(void (*handler)(void *), void *argument, void *library);

/* How long another thread waits, in milliseconds: until the first one comes to our end, through destructors of the
 * program; for our end, whose lines perhaps nobody reads; and from then on for the rest of the process. */
#define MS_BEFORE 1000u
#define MS_WORK 10000u
#define MS_AFTER 1000u

enum { NOBODY, BEFORE, WORK, AFTER };
static struct {
  uint32_t stage;
  pid_t process, thread; /* whose turn it is */
} turn;
static void (*end)(void);

static void take(uint32_t stage) {
  POMP_STORE(turn.thread, pomp_sys_gettid());
  POMP_STORE(turn.process, pomp_sys_getpid());
  __atomic_store_n(&turn.stage, stage, __ATOMIC_RELEASE);
}

/* False in a forked child, too, whose exit is its own. */
static bool is_others(void) {
  return __atomic_load_n(&turn.stage, __ATOMIC_ACQUIRE) != NOBODY && POMP_LOAD(turn.process) == pomp_sys_getpid() &&
         POMP_LOAD(turn.thread) != pomp_sys_gettid();
}

static void wait_for_end(void) {
  static const unsigned bounds[] = {[BEFORE] = MS_BEFORE, [WORK] = MS_WORK, [AFTER] = MS_AFTER};
  const struct timespec millisecond = {0, 1000000};
  uint32_t stage = NOBODY;
  for (unsigned waited = 0; is_others(); waited++) {
    uint32_t now = POMP_LOAD(turn.stage);
    if (now != stage) {
      stage = now;
      waited = 0;
    }
    if (waited >= bounds[stage])
      return;
    pomp_sys_nanosleep(&millisecond);
  }
}

/* There is one more for the next thread that comes. Where the first thread takes that, it goes on at once. */
static void wait_in_exit(void *unused) {
  if (is_others())
    __cxa_atexit(wait_in_exit, unused, NULL);
  wait_for_end();
  if (is_others() && POMP_LOAD(turn.stage) == BEFORE) /* it never came to that */
    end();
}

static void exit_begins(void) {
  if (POMP_LOAD(turn.stage) < WORK)
    take(BEFORE);
}

static void wait_in_destructors(void) { wait_in_exit(NULL); }

/* A constructor of a library that the program is linked with comes before what glibc registers for all destructors, so
 * that this handler is what a second thread finds while the first one is in them. Where it is registered later, the
 * first thread takes it in passing. It goes with the library, which may be a part of one that is unloaded. */
__attribute__((constructor)) static void loaded(void) { atexit(wait_in_destructors); }

static void wait_in_quick_exit(void) {
  if (is_others())
    at_quick_exit(wait_in_quick_exit);
  wait_for_end();
}

static void quick_exit_comes(void) {
  wait_for_end();
  end();
}

void pomp_exit_turn_start(void (*ends)(void)) {
  end = ends;
  atexit(exit_begins);
  at_quick_exit(wait_in_quick_exit); /* it runs after the next one, as they are called in reverse */
  at_quick_exit(quick_exit_comes);
}

/* From here on, it is certain that the library stays if the process is about to end. */
void pomp_exit_turn_begin(void) {
  bool exits = POMP_LOAD(turn.stage) != NOBODY;
  take(WORK);
  if (exits)
    __cxa_atexit(wait_in_exit, NULL, NULL);
}

void pomp_exit_turn_end(void) { take(AFTER); }
