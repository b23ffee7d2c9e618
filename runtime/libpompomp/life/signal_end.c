/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* signal_end.c - the handlers for SIGINT and SIGTERM; see signal_end.h.
 * Not here: other signals, of which none is touched but SIGBUS (file_guard.c). */
#include "life/signal_end.h"
#include "pomp_system.h"
#include "state/slow_lock.h"

#include <stdbool.h>

#define STACK_SIZE (256u << 10)

static const int numbers[] = {SIGINT, SIGTERM};
#define FOR_EACH_NUMBER(n) for (const int *n = numbers; n < numbers + sizeof numbers / sizeof *numbers; n++)

static void (*end_measurement)(void);
static pid_t process;
static bool ending;

/* Whatever the end of the measurement waits for, perhaps a disk: then the signal comes once more, and its usual effect
 * is no handler's any more. */
static void bound_time(int number) {
  struct sigevent event = {.sigev_signo = number, .sigev_notify = SIGEV_SIGNAL};
  const struct itimerspec once = {.it_value = {POMP_SIGNAL_SECONDS, 0}};
  int timer;
  if (POMP_SYSTEM_3(timer_create, CLOCK_MONOTONIC, POMP_SYSTEM_ADDRESS(&event), POMP_SYSTEM_ADDRESS(&timer)) == 0)
    (void)POMP_SYSTEM_4(timer_settime, timer, 0, POMP_SYSTEM_ADDRESS(&once), 0);
}

/* The interrupted thread may have little of its stack left. It does not go on, so that nobody gives the new one back.
 */
static void end(void *unused) {
  (void)unused;
  end_measurement();
}
static void end_on_own_stack(void) {
  char *stack = pomp_sys_memory(STACK_SIZE);
  if (stack)
    pomp_arch_call_on(stack + STACK_SIZE, end, NULL);
}

/* Does what the signal does by default, which is to end the process. A handler that the program has installed since
 * then may have called ours, as the one that was there before. */
static void take_effect(int number) {
  const struct pomp_sys_action standard = {.call.handler = SIG_DFL};
  pomp_sys_sigaction(number, &standard, NULL);
  (void)POMP_SYSTEM_3(tgkill, pomp_sys_getpid(), pomp_sys_gettid(), number);
  pomp_sys_sigprocmask(SIG_UNBLOCK, POMP_SIGNAL(number), NULL);
}

/* A child may share this memory (vfork), so that nothing is written before it is known who this is. A slow path that
 * this thread has interrupted has been given up. */
static void on_signal(int number) {
  pomp_signal_end_leave();
  if (pomp_sys_getpid() == process && !pomp_slow_is_own() && !__atomic_exchange_n(&ending, true, __ATOMIC_ACQ_REL)) {
    bound_time(number);
    pomp_sys_sigprocmask(SIG_UNBLOCK, POMP_SIGNAL(number), NULL);
    end_on_own_stack();
  }
  take_effect(number);
}

static bool has_handler(int number, void (*handler)(int)) {
  struct pomp_sys_action now;
  return pomp_sys_sigaction(number, NULL, &now) == 0 && !(now.flags & SA_SIGINFO) && now.call.handler == handler;
}

/* The kernel keeps signals that nobody handles from the first process of a container. */
void pomp_signal_end_take(void (*end)(void)) {
  const uint64_t faults = POMP_SIGNAL(SIGBUS) | POMP_SIGNAL(SIGSEGV) | POMP_SIGNAL(SIGILL) | POMP_SIGNAL(SIGFPE) |
                          POMP_SIGNAL(SIGTRAP) | POMP_SIGNAL(SIGSYS);
  const struct pomp_sys_action ours = {.call.handler = on_signal, .flags = SA_ONSTACK | SA_RESTART, .mask = ~faults};
  process = pomp_sys_getpid();
  end_measurement = end;
  if (process == 1)
    return;
  FOR_EACH_NUMBER(n)
  if (has_handler(*n, SIG_DFL))
    pomp_sys_sigaction(*n, &ours, NULL);
}

void pomp_signal_end_leave(void) {
  const struct pomp_sys_action standard = {.call.handler = SIG_DFL};
  FOR_EACH_NUMBER(n)
  if (has_handler(*n, on_signal))
    pomp_sys_sigaction(*n, &standard, NULL);
}
