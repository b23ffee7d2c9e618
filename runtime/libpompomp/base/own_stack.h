/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* own_stack.h - the stack that the system has given to a thread, and whether the thread is on another one.
 * Not here: what lies on the stack (call_frame.h). */
#ifndef POMP_OWN_STACK_H
#define POMP_OWN_STACK_H

#include "base/atomics.h"

#include <stdbool.h>
#include <stdint.h>

/* The bounds of a thread's own stack. Zeros: they were not asked for; `high` is 1 if they can't be found out. */
struct pomp_own_stack {
  uintptr_t low, high;
};

/* Finds the bounds of the calling thread's own stack, which are kept in `s`. Takes no lock and no memory. */
void pomp_own_stack_find(struct pomp_own_stack *s);

static inline bool pomp_own_stack_has(const struct pomp_own_stack *s, uintptr_t place) {
  return place - s->low < s->high - s->low;
}

/* The address that the function of a context (makecontext) returns to, and POMP_OWN_STACK_HIDES more: if a register of
 * ours had the address itself, a signal would put it on the stack, where it would stand for a context. The address
 * stays on the context's stack as long as the function runs. 0: not known. */
extern uintptr_t pomp_own_stack_context_end POMP_HIDDEN;
#define POMP_OWN_STACK_HIDES 0x123456789ab0u

static inline bool pomp_own_stack_is_context_end(uintptr_t address) {
  return address + POMP_OWN_STACK_HIDES == pomp_own_stack_context_end;
}

/* True if what began at `from` may be on another stack than `place`, where the thread is, although both are on its own
 * one: on memory of a local variable that a context (makecontext) or the handlers of signals have as their stack. That
 * memory ends below `to`. Stacks that a program makes there by means of its own are not known. */
bool pomp_own_stack_is_split(uintptr_t from, uintptr_t place, uintptr_t to);

#endif
