/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clock.c - chooses the clock and takes sync points, from which a reader gets its frequency.
 * Not here: reading the clock at an event (clock.h). */
#include "base/clock.h"
#include "base/libc.h"
#include "pomp_system.h"

#include <time.h>

bool pomp_clock_is_tsc;
uint64_t pomp_clock_next_sync;

static struct pomp_sync loaded; /* its tick is the time stamp counter's, whatever the clock */
static uint32_t loaded_width;
static uint64_t loaded_epoch;
static struct pomp_sync first, latest; /* as in the file, from which nothing is read back */
static double ticks_per_ns = 1;        /* by these; any thread reads it at any time */
static uint32_t latest_slot;
static bool syncing; /* some thread takes a sync point */

static uint64_t read_ns(clockid_t clock) {
  struct timespec t;
  pomp_libc.clock_gettime(clock, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

uint64_t pomp_clock_monotonic(void) { return read_ns(CLOCK_MONOTONIC); }

/* Reads both clocks at one instant. An interrupt may fall between the reads, so the tightest of a few tries counts. */
static struct pomp_sync pair_of_clocks(bool tsc, uint32_t *sync_width) {
  struct pomp_sync best = {0, 0};
  uint64_t width = UINT64_MAX;
  if (!tsc) {
    best.tick = best.ns = pomp_clock_monotonic();
    *sync_width = 0;
    return best;
  }
  for (int i = 0; i < 4; i++) {
    uint64_t before = pomp_clock_tsc(), ns = pomp_clock_monotonic(), after = pomp_clock_tsc();
    if (after - before < width) {
      width = after - before;
      best.tick = before + width / 2;
      best.ns = ns;
    }
  }
  width++; /* a counter that says n was read before n + 1: some count no more than 24 times in a microsecond */
  *sync_width = width < UINT32_MAX ? (uint32_t)width : UINT32_MAX;
  return best;
}

/* Returns what the calendar had at a time of CLOCK_MONOTONIC. */
static uint64_t calendar_at(uint64_t time) {
  uint64_t best = 0, width = UINT64_MAX;
  for (int i = 0; i < 4; i++) {
    uint64_t before = pomp_clock_monotonic(), now = read_ns(CLOCK_REALTIME), after = pomp_clock_monotonic();
    if (after - before < width) {
      width = after - before;
      best = now - (before + width / 2 - time);
    }
  }
  return best;
}

void pomp_clock_load(void) {
  loaded = pair_of_clocks(true, &loaded_width);
  loaded_epoch = calendar_at(loaded.ns);
}

/* An invariant counter has the same rate in all power states, and the kernel sees whether the processors' counters
 * agree.
 */
static bool tsc_is_good(void) {
  if (!pomp_arch_counter_is_invariant())
    return false;
  char name[32] = "";
  int fd = pomp_sys_open("/sys/devices/system/clocksource/clocksource0/current_clocksource", O_RDONLY | O_CLOEXEC, 0);
  if (fd >= 0) {
    ssize_t n = pomp_sys_read(fd, name, sizeof name - 1);
    name[n > 0 ? n : 0] = 0;
    pomp_sys_close(fd);
  }
  return pomp_arch_counter_is_used(name);
}

bool pomp_clock_start(enum pomp_clock_choice choice, struct pomp_header *header) {
  bool good = choice != POMP_CLOCK_CHOICE_MONOTONIC && tsc_is_good();
  if (choice == POMP_CLOCK_CHOICE_TSC && !good)
    return false;
  pomp_clock_is_tsc = good;
  header->clock = good ? POMP_CLOCK_TSC : POMP_CLOCK_MONOTONIC;
  first = (struct pomp_sync){good ? loaded.tick : loaded.ns, loaded.ns};
  latest_slot = 0;
  header->sync[0] = first;
  header->sync_width[0] = good ? loaded_width : 0;
  header->epoch_ns = loaded_epoch;
  while (pomp_clock_monotonic() - loaded.ns < 300000)
    ;
  pomp_clock_sync(header, true);
  return true;
}

void pomp_clock_sync(struct pomp_header *header, bool now_or_never) {
  if (!now_or_never && pomp_clock() < __atomic_load_n(&pomp_clock_next_sync, __ATOMIC_RELAXED))
    return;
  if (__atomic_exchange_n(&syncing, true, __ATOMIC_ACQUIRE)) /* the one that is taken now is as good */
    return;
  latest_slot = latest_slot == 1 ? 2 : 1;
  latest = pair_of_clocks(pomp_clock_is_tsc, &header->sync_width[latest_slot]);
  header->sync[latest_slot] = latest;
  if (latest.ns > first.ns) {
    double rate = (double)(latest.tick - first.tick) / (double)(latest.ns - first.ns);
    __atomic_store(&ticks_per_ns, &rate, __ATOMIC_RELAXED);
  }
  __atomic_store_n(&header->sync_latest, latest_slot, __ATOMIC_RELEASE);
  /* The next sync point is due when the base has grown by half. */
  __atomic_store_n(&pomp_clock_next_sync, latest.tick + (latest.tick - first.tick) / 2, __ATOMIC_RELAXED);
  __atomic_store_n(&syncing, false, __ATOMIC_RELEASE);
}

uint64_t pomp_clock_begin(void) { return first.tick; }

double pomp_clock_seconds(uint64_t ticks) {
  return (double)(int64_t)ticks * ((double)(latest.ns - first.ns) / (double)(latest.tick - first.tick)) * 1e-9;
}

uint64_t pomp_clock_ticks(uint64_t ns) {
  double rate;
  __atomic_load(&ticks_per_ns, &rate, __ATOMIC_RELAXED);
  return (uint64_t)((double)ns * rate);
}
