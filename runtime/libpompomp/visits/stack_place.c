/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* stack_place.c - the stack pointer of a caller, where the processor's frames do not tell it.
 * Not here: places as words (stack_place.h). */
#include "visits/stack_place.h"

static bool failed;

bool pomp_places_are_exact(void) { return !POMP_LOAD(failed); }

#if !POMP_ARCH_FRAME_ABOVE
#include "base/call_frame.h"

/* The function's own unwind information says how far its frame reaches above the frame address. */
uintptr_t pomp_place_of_caller(uintptr_t *above, uintptr_t frame, uintptr_t here) {
  struct pomp_call_frame f;
  uintptr_t known = POMP_LOAD(*above);
  if (!known) {
    bool found = pomp_call_frame_find(here, &f) && f.from_frame_pointer;
    if (!found)
      POMP_STORE(failed, true);
    known = found ? (uintptr_t)f.offset : 2 * sizeof(uintptr_t);
    POMP_STORE(*above, known);
  }
  return frame + known;
}
#endif
