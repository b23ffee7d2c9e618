/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* side_stack.c - calls functions on a stack that is made for them; see side_stack.h.
 * Not here: who needs that.
 *
 * A thread may have 16 KiB of stack in all, and a signal handler 8 KiB, of which the kernel takes up to half. Begin and
 * end of a measurement need some 30 KiB. The stack is mapped for one call and then unmapped, so that there is nothing
 * that threads share, a child inherits or a signal handler may find half done. */
#include "base/side_stack.h"
#include "pomp_arch.h"
#include "pomp_system.h"

#define SIZE (256u << 10)

/* Sanitizers know a thread's own stack and no other. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define STAYS true
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || __has_feature(thread_sanitizer)
#define STAYS true
#endif
#endif
#ifndef STAYS
#define STAYS false
#endif

POMP_ARCH_DEFINE_CALL_ON

/* The stack that the thread is on or was on last. A thread that was led out of it by force has left it, so the stack
 * pointer tells. */
static _Thread_local uintptr_t used __attribute__((tls_model("initial-exec")));

/* Valgrind has a list of stacks, and takes a way from one to the other for what the first one grows by, unless both are
 * in it. That of a handler is not; and if one tells of it, the program's next large frame is taken for a way as well.
 */
static bool may_leave(void) {
  return !STAYS && pomp_arch_stack_pointer() - used >= SIZE && !pomp_arch_is_in_valgrind();
}

/* The lowest page gives no access. That takes no call that the library doesn't make anyway, as a sandbox may count
 * them.
 */
static char *make_stack(void) {
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK;
  void *all = NULL;
  size_t page = pomp_sys_page();
  if (pomp_sys_mmap(&all, page + SIZE, PROT_NONE, flags, -1, 0))
    return NULL;
  void *stack = (char *)all + page;
  if (pomp_sys_mmap(&stack, SIZE, PROT_READ | PROT_WRITE, flags | MAP_FIXED, -1, 0)) {
    pomp_sys_munmap(all, page + SIZE);
    return NULL;
  }
  return stack;
}

struct call {
  void (*function)(void *);
  void *argument;
  bool in_handler;
  stack_t handlers;
  uint64_t signals; /* the mask of the caller, while all are held back between the two stacks */
};

/* A handler that interrupts this would overwrite the one that has called: the kernel sees by the stack pointer whether
 * the stack of handlers is in use. It refuses to take that stack away from who is still on it. */
static void call(void *argument) {
  const stack_t none = {.ss_flags = SS_DISABLE};
  struct call *c = argument;
  if (c->in_handler) {
    pomp_sys_sigaltstack(&none, NULL);
    pomp_sys_sigprocmask(SIG_SETMASK, c->signals, NULL);
  }
  c->function(c->argument);
  if (c->in_handler) {
    pomp_sys_sigprocmask(SIG_BLOCK, ~(uint64_t)0, &c->signals);
    pomp_sys_sigaltstack(&c->handlers, NULL);
  }
}

void pomp_call_aside(void (*function)(void *argument), void *argument) {
  char *stack = may_leave() ? make_stack() : NULL;
  if (!stack) {
    function(argument);
    return;
  }
  struct call c = {.function = function, .argument = argument};
  c.in_handler = pomp_sys_sigaltstack(NULL, &c.handlers) == 0 && c.handlers.ss_flags & SS_ONSTACK;
  c.handlers.ss_flags &= ~SS_ONSTACK;
  uintptr_t before = used;
  used = (uintptr_t)stack;
  if (c.in_handler)
    pomp_sys_sigprocmask(SIG_BLOCK, ~(uint64_t)0, &c.signals);
  pomp_arch_call_on(stack + SIZE, call, &c);
  if (c.in_handler)
    pomp_sys_sigprocmask(SIG_SETMASK, c.signals, NULL);
  used = before;
  size_t page = pomp_sys_page();
  pomp_sys_munmap(stack - page, page + SIZE);
}
