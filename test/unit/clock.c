/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clock.c - the measurement clock alone: it never goes back, and its sync points give its frequency. */
#include "base/clock.h"
#include "unit.h"

static double seconds(uint64_t ns) { return (double)ns * 1e-9; }

static void never_goes_back(void) {
  uint64_t last = pomp_clock();
  for (int i = 0; i < 100000; i++) {
    uint64_t now = pomp_clock();
    CHECK(now >= last);
    last = now;
  }
}

/* Returns the ticks a second, from the first sync point and another one. */
static double frequency(const struct pomp_header *h, uint32_t slot) {
  CHECK(h->sync[slot].ns > h->sync[0].ns && h->sync[slot].tick > h->sync[0].tick);
  return (double)(h->sync[slot].tick - h->sync[0].tick) / seconds(h->sync[slot].ns - h->sync[0].ns);
}

static void try_clock(enum pomp_clock_choice choice) {
  static struct pomp_header h;
  memset(&h, 0, sizeof h);
  if (!pomp_clock_start(choice, &h)) {
    CHECK(choice == POMP_CLOCK_CHOICE_TSC); /* the others are always there */
    return;
  }
  CHECK(choice != POMP_CLOCK_CHOICE_MONOTONIC || !pomp_clock_is_tsc);
  CHECK(choice != POMP_CLOCK_CHOICE_TSC || pomp_clock_is_tsc);
  CHECK(h.clock == (pomp_clock_is_tsc ? POMP_CLOCK_TSC : POMP_CLOCK_MONOTONIC));
  CHECK(h.epoch_ns / 1000000000u > 1600000000u);
  CHECK(h.sync_latest == 1 && h.sync[1].ns - h.sync[0].ns >= 300000);
  double first = frequency(&h, 1);
  never_goes_back();

  /* A sync point that is still young stays; on demand there is a new one, and readers find the old one until it is
   * whole. */
  struct pomp_sync before = h.sync[1];
  pomp_clock_next_sync = UINT64_MAX;
  pomp_clock_sync(&h, false);
  CHECK(h.sync_latest == 1 && memcmp(&h.sync[1], &before, sizeof before) == 0);
  usleep(20000);
  pomp_clock_sync(&h, true);
  CHECK(h.sync_latest == 2 && memcmp(&h.sync[1], &before, sizeof before) == 0);
  double second = frequency(&h, 2);
  CHECK(first > second * 0.5 && first < second * 2);
  if (!pomp_clock_is_tsc)
    CHECK(second > 0.999e9 && second < 1.001e9);
  CHECK(pomp_clock_next_sync > h.sync[2].tick);

  /* It is used again when the base has grown. */
  pomp_clock_next_sync = 0;
  pomp_clock_sync(&h, false);
  CHECK(h.sync_latest == 1 && h.sync[1].ns > h.sync[2].ns);
}

int main(void) {
  pomp_clock_load();
  try_clock(POMP_CLOCK_CHOICE_MONOTONIC);
  try_clock(POMP_CLOCK_CHOICE_AUTO);
  try_clock(POMP_CLOCK_CHOICE_TSC);
  return 0;
}
