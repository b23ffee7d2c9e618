/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clock.h - the measurement clock: the processor's time stamp counter where it can be trusted, else CLOCK_MONOTONIC.
 * Not here: how ticks become seconds; that is the reader's work, from the sync points that clock.c takes. */
#ifndef POMP_CLOCK_H
#define POMP_CLOCK_H

#include "pomp_arch.h"
#include "pomp_format.h"

#include <stdbool.h>
#include <stdint.h>

enum pomp_clock_choice { POMP_CLOCK_CHOICE_AUTO, POMP_CLOCK_CHOICE_TSC, POMP_CLOCK_CHOICE_MONOTONIC };

/* Written once, before the first event is recorded. */
extern bool pomp_clock_is_tsc __attribute__((visibility("hidden")));

uint64_t pomp_clock_monotonic(void);

/* In the library for tests, time is what the test program says (test/clock). There, a thread says where one of its
 * waits ends, and before which moment it cannot do what it does now, before it reads the clock; and where it has read
 * the clock for an event that will read it once more. */
#ifdef POMP_TEST_CLOCK
uint64_t pomp_clock_of_test(void) __attribute__((visibility("hidden")));
void pomp_clock_woken(void) __attribute__((visibility("hidden")));
void pomp_clock_not_before(uint64_t time) __attribute__((visibility("hidden")));
void pomp_clock_unread(void) __attribute__((visibility("hidden")));
static inline uint64_t pomp_clock_tsc(void) { return pomp_clock_of_test(); }
#else
static inline void pomp_clock_woken(void) {}
static inline void pomp_clock_not_before(uint64_t time) { (void)time; }
static inline void pomp_clock_unread(void) {}
static inline uint64_t pomp_clock_tsc(void) { return pomp_arch_counter(); }
#endif

static inline uint64_t pomp_clock(void) {
  return __builtin_expect(pomp_clock_is_tsc, 1) ? pomp_clock_tsc() : pomp_clock_monotonic();
}

/* Notes the moment of loading on both clocks. */
void pomp_clock_load(void);

/* Chooses the clock and fills sync[0] (loading) and sync[1] (now, at least 0.3 ms later). False means that this machine
 * can't offer `choice`. */
bool pomp_clock_start(enum pomp_clock_choice choice, struct pomp_header *header);

/* Returns the tick of sync[0], at which the measurement begins. */
uint64_t pomp_clock_begin(void);

/* Converts ticks to seconds, by the latest sync point. */
double pomp_clock_seconds(uint64_t ticks);
/* The reverse, of ns. */
uint64_t pomp_clock_ticks(uint64_t ns);

/* Takes a new sync point if the last one is old, or if `now_or_never`: a longer base makes the frequency more exact. It
 * needs no lock. */
void pomp_clock_sync(struct pomp_header *header, bool now_or_never);

/* From this tick on, pomp_clock_sync has something to do. */
extern uint64_t pomp_clock_next_sync;

#endif
