/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* own_stack.c - asks the kernel and libc for the stacks of a thread.
 * Not here: who needs them (events/left_functions.c).
 *
 * pthread_getattr_np would tell the bounds, but calls malloc, in which a signal handler may have interrupted the
 * program. */
#include "base/own_stack.h"
#include "base/libc.h"
#include "pomp_system.h"

#include <pthread.h>
#include <ucontext.h>

/* The main thread's stack grows. The kernel keeps mappings away from it by its limit, and by 128 MB at least. */
#define GAP_MIN (128ull << 20)
/* Contexts with a larger stack than this in a local variable are not looked for. */
#define SPLIT_MAX (256u << 10)
/* Without knowledge of libc's contexts: nothing that has events fits into so small a stack. */
#define STACK_MIN 1024u

/* One mapping after the other is read from the kernel's list, by characters. */
struct mappings {
  int fd;
  ssize_t have, at;
  char text[512];
};
static int next(struct mappings *m) {
  if (m->at == m->have) {
    m->have = pomp_sys_read(m->fd, m->text, sizeof m->text);
    m->at = 0;
    if (m->have <= 0)
      return m->have = 0, -1;
  }
  return (unsigned char)m->text[m->at++];
}
/* Reads a hexadecimal number and the character behind it, which is returned. */
static int hexadecimal(struct mappings *m, uintptr_t *number) {
  int c;
  *number = 0;
  while ((c = next(m)) >= 0) {
    int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    if (digit < 0)
      break;
    *number = *number << 4 | (uintptr_t)digit;
  }
  return c;
}
/* Finds the begin of the mapping that has the address. False: it can't be found. */
static bool find_mapping(uintptr_t address, uintptr_t *begin) {
  struct mappings m = {.fd = pomp_sys_open("/proc/self/maps", O_RDONLY | O_CLOEXEC, 0)};
  uintptr_t end;
  bool found = false;
  if (m.fd < 0)
    return false;
  while (!found && hexadecimal(&m, begin) == '-' && hexadecimal(&m, &end) == ' ') {
    found = address - *begin < end - *begin;
    for (int c = 0; c >= 0 && c != '\n';)
      c = next(&m);
  }
  pomp_sys_close(m.fd);
  return found;
}

/* The kernel lays the arguments above all that the main thread puts on its stack. */
static void find_first(struct pomp_own_stack *s) {
  struct rlimit limit;
  uintptr_t top = (uintptr_t)pomp_libc_arguments;
  if (!top || pomp_sys_getrlimit(RLIMIT_STACK, &limit) != 0)
    return;
  uint64_t size = limit.rlim_cur < GAP_MIN ? limit.rlim_cur : GAP_MIN;
  *s = (struct pomp_own_stack){top - (size < top ? size : top), top};
}

void pomp_own_stack_find(struct pomp_own_stack *s) {
  uintptr_t low, high = (uintptr_t)pthread_self(); /* libc lays its record of a thread above the thread's stack */
  struct pomp_own_stack found = {1, 1};
  if (s->high)
    return;
  if (pomp_sys_gettid() == pomp_sys_getpid())
    find_first(&found);
  else if (find_mapping(high, &low))
    found = (struct pomp_own_stack){low, high};
  *s = found;
}

uintptr_t pomp_own_stack_context_end;
static void no_function(void) {}
__attribute__((constructor(102))) static void learn(void) {
  static ucontext_t context;
  static char memory[4096] __attribute__((aligned(16)));
  if (!pomp_libc.getcontext || !pomp_libc.makecontext || pomp_libc.getcontext(&context) != 0)
    return;
  context.uc_stack.ss_sp = memory;
  context.uc_stack.ss_size = sizeof memory;
  pomp_libc.makecontext(&context, no_function, 0);
  uintptr_t at = POMP_ARCH_CONTEXT_STACK(context), end = POMP_ARCH_CONTEXT_LINK(context);
  if (at >= (uintptr_t)memory && at <= (uintptr_t)memory + sizeof memory - sizeof end)
    memcpy(&end, memory + (at - (uintptr_t)memory), sizeof end);
  pomp_own_stack_context_end = end ? end + POMP_OWN_STACK_HIDES : 0;
}

/* Tells whether a context's function returns somewhere there. It reads what lies in frames, between variables, too. */
__attribute__((no_sanitize("address", "thread", "memory"))) static bool has_context(uintptr_t from, uintptr_t to) {
  enum { AT_ONCE = 8 };
  const uintptr_t *at = (const uintptr_t *)(from & ~(sizeof at - 1)); /* NOLINT(performance-no-int-to-ptr) */
  const uintptr_t *end = (const uintptr_t *)(to & ~(sizeof at - 1));  /* NOLINT(performance-no-int-to-ptr) */
  bool found = false;
  for (; !found && end - at >= AT_ONCE; at += AT_ONCE)
    for (int i = 0; i < AT_ONCE; i++)
      found |= pomp_arch_may_be_address(at[i] + POMP_OWN_STACK_HIDES, pomp_own_stack_context_end);
  for (; !found && at < end; at++)
    found = pomp_arch_may_be_address(*at + POMP_OWN_STACK_HIDES, pomp_own_stack_context_end);
  return found;
}

bool pomp_own_stack_is_split(uintptr_t from, uintptr_t place, uintptr_t to) {
  stack_t handlers;
  uintptr_t most = (place > from ? place : from) + SPLIT_MAX;
  if (pomp_own_stack_context_end ? has_context(from, to < most ? to : most) : place > from + STACK_MIN)
    return true;
  if (place < from || pomp_sys_sigaltstack(NULL, &handlers) != 0 || handlers.ss_flags & SS_DISABLE)
    return false;
  /* A function has the memory as a variable at the end of its frame, perhaps. */
  uintptr_t last = (uintptr_t)handlers.ss_sp + handlers.ss_size;
  bool has_from = from > (uintptr_t)handlers.ss_sp && from < last;
  return place > (uintptr_t)handlers.ss_sp && place < last && !has_from;
}
