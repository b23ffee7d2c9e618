/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* control.h - what somebody outside asks of a measurement that runs.
 * Not here: how it is asked (struct pomp_control_block), how threads wait (rare_events.c). */
#ifndef POMP_CONTROL_H
#define POMP_CONTROL_H

#include "pomp_format.h"
#include "state/gate.h"

#include <stdbool.h>

struct ompregdescr;

/* True if there is a request, as far as the file's control word says, or threads are suspended. */
static inline bool pomp_control_is_asked(void) {
  return __builtin_expect(pomp_is_measuring() && POMP_LOAD(pomp_file()->control) > POMP_CONTROL_ON, 0);
}

/* Carries out what is asked for. Each event calls it while pomp_control_is_asked. It takes the slow lock. */
void pomp_control_look(void);

/* True if threads are to wait where this begins, as it is a region of the user. */
bool pomp_control_suspends(const struct ompregdescr *d);
/* So many more threads wait there, or fewer. */
void pomp_control_note_held(uint32_t more);

/* Events are recorded from now on, or are not. Under the slow lock, as the next one. */
void pomp_control_record(bool on);
/* The measurement has begun. */
void pomp_control_start(bool no_signals);

#endif
