/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* function_begin.c - begins of functions and of the user's regions that are traced, or not quite usual.
 * Not here: which functions have been left (left_functions.c). */
#include "events/function_begin.h"
#include "events/left_functions.h"
#include "records/trace.h"

void pomp_begin_traced(struct ompregdescr *d, uint64_t word) {
  struct pomp_thread *t = pomp_tls.here;
  uint64_t now;
  if (POMP_LIKELY(pomp_is_only_traced() && pomp_file_is_plainly_on())) {
    pomp_tls.stack = word;
    pomp_switches_look();
    if (POMP_LIKELY(pomp_enter_usual_at(t, d, POMP_ROLE_USER, word, pomp_clock_tsc, &now))) {
      pomp_trace_enter(t, t->current, now);
      return;
    }
  }
  pomp_begin_rarely(d, word);
}

__attribute__((noinline)) void pomp_begin_rarely(struct ompregdescr *d, uint64_t word) {
  const uintptr_t call = (uintptr_t)__builtin_return_address(0);
  const bool jumped = (call << 1 & POMP_PLACE_CALL) == (word & POMP_PLACE_CALL);
  struct pomp_begin b = {
      word, call, POMP_CALLER_STACK_POINTER(), POMP_CALLER_FRAME_POINTER(), jumped, jumped && pomp_places_are_exact()};
  const struct pomp_begin *outer = pomp_tls.begin;
  struct pomp_thread *t = pomp_tls.here;
  bool known = true;
  if (!jumped) /* its own frame lies below that of POMP_Begin */
    b.stack_pointer = pomp_place_of(word) + 16;
  POMP_STORE(pomp_left_above, pomp_places_are_exact() ? b.stack_pointer - pomp_place_of(word) + 1 : 0);
  pomp_measurement_keep_for(d);
  if (word > pomp_tls.stack)
    known = t && pomp_is_on() && !pomp_tls.busy && !pomp_tls.skipped &&
            pomp_left_close(t, pomp_key(d, POMP_ROLE_USER), &b, false);
  pomp_tls.stack = word;
  pomp_tls.begin = &b;
  uint64_t now = pomp_enter(d, POMP_ROLE_USER);
  pomp_tls.begin = outer;
  if (now) /* a signal handler may have begun something in between, and the descriptor may be defined now */
    pomp_tls.here->current->stack = word | pomp_is_function(d);
  if (!known)
    pomp_tls.stack = 0;
}
