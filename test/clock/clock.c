/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clock.c - stands for base/clock.c in the library for tests: time is what the test program says. What programs say to
 * it is in test_clock.h. Nothing here asks the system for a time. */
#include "base/clock.h"
#include "test_clock.h"

enum { SECOND = 1000000000 };
static const uint64_t begin = SECOND;
/* The calendar is far from now, so that no reader takes the time of a file for one of the program's. */
static const uint64_t epoch = 4102444800u * (uint64_t)SECOND;

CLOCK_EXPORT uint64_t __pomp_time = SECOND;
CLOCK_EXPORT uint64_t (*__pomp_ask)(void);
CLOCK_EXPORT void (*__pomp_woken)(void);
CLOCK_EXPORT void (*__pomp_not_before)(uint64_t);
CLOCK_EXPORT void (*__pomp_unread)(void);
CLOCK_EXPORT __attribute__((weak)) uint64_t (*__pomp_steady)(uint64_t);

bool pomp_clock_is_tsc = true; /* events take their usual way */
uint64_t pomp_clock_next_sync = UINT64_MAX;

uint64_t pomp_clock_of_test(void) {
  uint64_t (*ask)(void) = __atomic_load_n(&__pomp_ask, __ATOMIC_RELAXED);
  return ask ? ask() : __atomic_load_n(&__pomp_time, __ATOMIC_RELAXED);
}

static void call(void (*const *hook)(void)) {
  void (*function)(void) = __atomic_load_n(hook, __ATOMIC_RELAXED);
  if (function)
    function();
}

void pomp_clock_woken(void) { call(&__pomp_woken); }
void pomp_clock_unread(void) { call(&__pomp_unread); }
void pomp_clock_not_before(uint64_t time) {
  void (*not_before)(uint64_t) = __atomic_load_n(&__pomp_not_before, __ATOMIC_RELAXED);
  if (not_before)
    not_before(time);
}

/* Returns what CLOCK_MONOTONIC has at a tick. */
static uint64_t steady(uint64_t tick) { return __pomp_steady ? __pomp_steady(tick) : tick; }

uint64_t pomp_clock_monotonic(void) { return steady(pomp_clock_of_test()); }

void pomp_clock_load(void) {}

static struct pomp_sync first, latest;

bool pomp_clock_start(enum pomp_clock_choice choice, struct pomp_header *header) {
  (void)choice;
  header->clock = POMP_CLOCK_MONOTONIC;
  first = header->sync[0] = (struct pomp_sync){begin, steady(begin)};
  header->epoch_ns = epoch;
  pomp_clock_sync(header, true);
  return true;
}

/* Readers refuse a clock that has not moved, so the latest moment is at least 1 ns after the first one. */
void pomp_clock_sync(struct pomp_header *header, bool now_or_never) {
  (void)now_or_never;
  const uint32_t slot = header->sync_latest == 1 ? 2 : 1;
  uint64_t now = pomp_clock_of_test();
  now += now == begin;
  latest = header->sync[slot] = (struct pomp_sync){now, steady(now)};
  __atomic_store_n(&header->sync_latest, slot, __ATOMIC_RELEASE);
}

uint64_t pomp_clock_begin(void) { return begin; }

uint64_t pomp_clock_ticks(uint64_t ns) { return ns; }

double pomp_clock_seconds(uint64_t ticks) {
  return (double)(int64_t)ticks * ((double)(latest.ns - first.ns) / (double)(latest.tick - first.tick)) * 1e-9;
}
