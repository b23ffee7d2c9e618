/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* gate.h - whether events are recorded: the control word that each event looks at, and the phases of a measurement.
 * Not here: what is done at the begin and the end of a measurement (measurement.h). */
#ifndef POMP_GATE_H
#define POMP_GATE_H

#include "base/arena.h"
#include "base/atomics.h"
#include "pomp_arch.h"
#include "state/own_process.h"

#include <stdbool.h>
#include <stdint.h>

/* Values of our own control word, which are not valid in a file. BOOT: there is no experiment yet, and the next event
 * makes one. CLOSED: the experiment has ended. MORE: more than times by the time stamp counter is recorded; then the
 * slow path reads the file's word, and the usual case costs nothing more. UNCLAIMED: this process is new, and nothing
 * is known before the next slow path; `unclaimed` has this value always, `own` any other. FORKED: the process is a
 * child of a measured process, and its next event counts it there. */
enum { POMP_GATE_BOOT = 0x706f6d70, POMP_GATE_CLOSED, POMP_GATE_MORE, POMP_GATE_UNCLAIMED, POMP_GATE_FORKED };
extern struct pomp_gate_words {
  uint32_t unclaimed, own;
} pomp_gate_words POMP_HIDDEN;

/* Returns the control word in use: the experiment's, or a word of pomp_gate_words. It is kept as a distance rather than
 * as an address, so that zero refers to a word, too: a forked child finds zero (own_process.h). The compiler must not
 * conclude that it is always a word of pomp_gate_words. */
static inline uint32_t *pomp_gate_word(void) {
  uintptr_t from;
  POMP_ARCH_ADDRESS(from, pomp_gate_words);
  return (uint32_t *)(from + __atomic_load_n(&pomp_own.gate, __ATOMIC_ACQUIRE));
}
static inline void pomp_gate_set(const uint32_t *word) {
  uint64_t distance = (uintptr_t)word - (uintptr_t)&pomp_gate_words.unclaimed;
  __atomic_store_n(&pomp_own.gate, distance, __ATOMIC_RELEASE);
}
static inline bool pomp_gate_is_file(const uint32_t *word) {
  return word != &pomp_gate_words.own && word != &pomp_gate_words.unclaimed;
}

/* Reads the control word. The loads acquire what was written before the word, which costs nothing on x86-64. */
static inline uint32_t pomp_gate(void) { return __atomic_load_n(pomp_gate_word(), __ATOMIC_ACQUIRE); }
/* True if the file's control word says so. Anybody may have written it, so its lowest bit alone counts. */
static inline bool pomp_file_is_on(void) { return (POMP_LOAD(pomp_file()->control) & 1) == POMP_CONTROL_ON; }
/* The same, and there is no request (control.h). */
static inline bool pomp_file_is_plainly_on(void) { return POMP_LOAD(pomp_file()->control) == POMP_CONTROL_ON; }
/* Reads the control word when it may be neither ON nor OFF. In a file that is somebody's mistake, and its lowest bit
 * counts. */
static inline uint32_t pomp_gate_masked(void) {
  uint32_t *word = pomp_gate_word();
  uint32_t gate = __atomic_load_n(word, __ATOMIC_ACQUIRE);
  return pomp_gate_is_file(word) ? gate & 1 : gate;
}
/* True if the next event begins a measurement, or counts this process for the one that is measured: if it enters
 * something, its slow path calls pomp_measurement_begin. */
static inline bool pomp_gate_awaits_event(uint32_t gate) { return gate == POMP_GATE_BOOT || gate == POMP_GATE_FORKED; }
static inline bool pomp_is_on(void) {
  uint32_t gate = pomp_gate_masked();
  return POMP_LIKELY(gate == POMP_CONTROL_ON) || (gate == POMP_GATE_MORE && pomp_file_is_on());
}

/* True while this process has an open experiment. */
static inline bool pomp_is_measuring(void) { return POMP_ACQUIRE(pomp_own.measuring); }
/* True if what is recorded beside times by the time stamp counter is a trace and nothing else. The gate is
 * POMP_GATE_MORE then. */
static inline bool pomp_is_only_traced(void) { return POMP_LOAD(pomp_own.only_traced); }

/* Written under the slow lock. */
enum pomp_phase { POMP_UNSTARTED, POMP_STARTING, POMP_RUNNING, POMP_STOPPED, POMP_CLOSED };
extern enum pomp_phase pomp_phase POMP_HIDDEN;

/* How the measurement ended. The same is in the header of the file, for its readers. */
struct pomp_end {
  uint64_t tick;      /* when it ended */
  bool stopped;       /* it ended before the program did */
  bool nesting_known; /* OMPT has reported teams */
  uint64_t ompt;      /* as ompt_end of struct pomp_header */
};
extern struct pomp_end pomp_end POMP_HIDDEN;

/* Says that there is an experiment now. Messages call it `experiment`, and `stops` is called before a measurement ends
 * for want of space. */
void pomp_gate_prepare(const char *experiment, void (*stops)(void));
/* Closes the gate. After this no event is recorded; events that are under way in other threads still end in mapped
 * memory. */
void pomp_gate_close(enum pomp_phase phase);
/* The same in a signal handler, which leaves the phase to those who hold the lock. */
void pomp_gate_shut(void);
/* Ends the measurement for an error of pomp_arena_block, and says so. Under the slow lock. */
void pomp_gate_stop(int error);

#endif
