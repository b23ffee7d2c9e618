/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* gate.h - whether events are recorded: the control word that each event looks at, and the phases of a measurement.
 * Not here: what is done at the begin and the end of a measurement (measurement.h). */
#ifndef POMP_GATE_H
#define POMP_GATE_H

#include "base/arena.h"
#include "base/atomics.h"

#include <stdbool.h>
#include <stdint.h>

/* Values of our own control word, which are not valid in a file. BOOT: there is no experiment yet, and the next event
 * makes one. CLOSED: there is none any more. MORE: more is recorded than times by the time stamp counter; the file's
 * word is looked at on the slow path then, and the usual case pays nothing for it. */
enum { POMP_GATE_BOOT = 0x706f6d70, POMP_GATE_CLOSED, POMP_GATE_MORE };

/* Points to the control word of the experiment, or to our own. */
extern uint32_t *pomp_control POMP_HIDDEN;
extern uint32_t pomp_own_control POMP_HIDDEN;

/* Reads the control word. The loads acquire what was written before the word, which costs nothing on x86. */
static inline uint32_t pomp_gate(void) {
  uint32_t *control = __atomic_load_n(&pomp_control, __ATOMIC_ACQUIRE);
  return __atomic_load_n(control, __ATOMIC_ACQUIRE);
}
/* True if the file's control word says so. Anybody may have written it, so its lowest bit alone counts. */
static inline bool pomp_file_is_on(void) { return (POMP_LOAD(pomp_file()->control) & 1) == POMP_CONTROL_ON; }
/* Reads the control word when it may be neither ON nor OFF. In a file that is somebody's mistake, and its lowest bit
 * counts. */
static inline uint32_t pomp_gate_masked(void) {
  uint32_t *control = __atomic_load_n(&pomp_control, __ATOMIC_ACQUIRE);
  uint32_t gate = __atomic_load_n(control, __ATOMIC_ACQUIRE);
  return control == &pomp_own_control ? gate : gate & 1;
}
static inline bool pomp_is_on(void) {
  uint32_t gate = pomp_gate_masked();
  return POMP_LIKELY(gate == POMP_CONTROL_ON) || (gate == POMP_GATE_MORE && pomp_file_is_on());
}

/* True while there is an open experiment. */
extern bool pomp_measuring POMP_HIDDEN;
static inline bool pomp_is_measuring(void) { return __atomic_load_n(&pomp_measuring, __ATOMIC_RELAXED); }
/* True if what is recorded beside times by the time stamp counter is a trace and nothing else. The gate is
 * POMP_GATE_MORE then. */
extern bool pomp_only_traced POMP_HIDDEN;

/* Written under the slow lock. */
enum pomp_phase { POMP_UNSTARTED, POMP_STARTING, POMP_RUNNING, POMP_STOPPED, POMP_CLOSED };
extern enum pomp_phase pomp_phase POMP_HIDDEN;

/* How the measurement ended. The same stands in the header of the file, for its readers. */
struct pomp_end {
  uint64_t tick;      /* when it ended */
  bool stopped;       /* it ended before the program did */
  bool nesting_known; /* OMPT has told us of teams */
};
extern struct pomp_end pomp_end POMP_HIDDEN;

/* Says that there is an experiment now. Messages call it `experiment`; POMP_MEMORY is `memory`. */
void pomp_gate_prepare(const char *experiment, uint64_t memory);
/* Closes the gate. After this no event is recorded; events that are under way in other threads still end in mapped
 * memory. */
void pomp_gate_close(enum pomp_phase phase);
/* The same in a signal handler, which leaves the phase to those who hold the lock. */
void pomp_gate_shut(void);
/* Ends the measurement for an error of pomp_arena_block, and says so. Under the slow lock. */
void pomp_gate_stop(int error);

#endif
