/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* stack_place.h - where a function or a region of the user begins: the place of the stack and that of the call, in one
 * word. Not here: what follows from it (events/left_functions.c).
 *
 * The place's 44 bits are above the call's: of two words, the greater one belongs to the higher place. */
#ifndef POMP_STACK_PLACE_H
#define POMP_STACK_PLACE_H

#include "base/atomics.h"
#include "pomp_arch.h"

#include <stdbool.h>
#include <stdint.h>

#define POMP_PLACE_SHIFT 20
#define POMP_PLACE_CALL ((1u << POMP_PLACE_SHIFT) - 2)
#define POMP_PLACE_FUNCTION 1u /* it is a function, which is left when its frame is gone; a region need not be */

/* Returns the word of a call that leads directly to the caller. All that a thread puts on its stack is aligned to 16
 * bytes where a call is made, so the lowest bits are the same for all calls of one function. 0: not known. */
POMP_INLINE uint64_t pomp_place_here(const void *call, bool function) {
  uintptr_t end = pomp_arch_stack_pointer();
  return (uint64_t)end >> 4 << POMP_PLACE_SHIFT | ((uint64_t)(uintptr_t)call << 1 & POMP_PLACE_CALL) | function;
}
static inline uintptr_t pomp_place_of(uint64_t word) { return (uintptr_t)(word >> POMP_PLACE_SHIFT << 4); }

/* Returns how far the begin is from that of the function or region around it, in 16 bytes. */
static inline uint32_t pomp_place_distance(uint64_t outer, uint64_t word) {
  return (uint32_t)((outer - word) >> POMP_PLACE_SHIFT);
}

/* This is where an event is that begins something. */
struct pomp_begin {
  uint64_t word;           /* 0: it is no POMP_Begin */
  uintptr_t call;          /* the return address */
  uintptr_t stack_pointer; /* when the call was made, or a place that is a little lower */
  uintptr_t frame_pointer; /* the register, when the call was made, if it is known */
  bool has_frame_pointer;  /* code without frame pointers may have any number in it, such as 0 */
  bool is_exact;           /* the call was made by the program, and the two registers are what they were then */
};
/* For a function of ours: what its caller had when it called. A function that was reached by a jump from such a one has
 * the same caller. */
#define POMP_CALLER_FRAME_POINTER() (*(const uintptr_t *)__builtin_frame_address(0))
/* True if all stack pointers of callers have been found so far; else, some may have been assumed to be a little lower.
 */
bool pomp_places_are_exact(void);
#if POMP_ARCH_FRAME_ABOVE
#define POMP_CALLER_STACK_POINTER() ((uintptr_t)__builtin_frame_address(0) + POMP_ARCH_FRAME_ABOVE)
#else
/* Returns the stack pointer of the caller of the function that has `here` in its code. `*above` is what is kept of it.
 */
uintptr_t pomp_place_of_caller(uintptr_t *above, uintptr_t frame, uintptr_t here);
#define POMP_CALLER_STACK_POINTER()                                                                                    \
  __extension__({                                                                                                      \
    static uintptr_t above_;                                                                                           \
    pomp_place_of_caller(&above_, (uintptr_t)__builtin_frame_address(0), pomp_arch_here());                            \
  })
#endif

#endif
