/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* left_functions.h - functions that were left without their end: by longjmp, setcontext, or an exception that went
 * through code without cleanups. Not here: what an outer region's end closes (rare_events.c). */
#ifndef POMP_LEFT_FUNCTIONS_H
#define POMP_LEFT_FUNCTIONS_H

#include "state/thread.h"
#include "visits/stack_place.h"

/* How much higher the stack pointer of a caller of POMP_Begin is than the place in the word, plus 1; 0: not known. */
extern uintptr_t pomp_left_above POMP_HIDDEN;

/* Closes the functions that have been left, with all that is open in them: what begins now lies where their frames
 * were. `key` is the begin's, or 0; `exactly`: its frame is looked up, which takes a while. False: it is not known of
 * all whether they have been left. */
bool pomp_left_close(struct pomp_thread *t, uint32_t key, const struct pomp_begin *b, bool exactly);

#endif
