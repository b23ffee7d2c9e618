/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* histogram.h - histograms of the durations of a region's visits at a location, over all call paths of the region
 * there. Not here: the bounds of the buckets (pomp_histogram.h), the counting of visits (hot_path.h). */
#ifndef POMP_RECORDS_HISTOGRAM_H
#define POMP_RECORDS_HISTOGRAM_H

#include "base/arena.h"
#include "base/atomics.h"
#include "pomp_arch.h"
#include "pomp_histogram.h"
#include "state/thread.h"

#include <stddef.h>

/* Counts a visit. A number that is full stays as it is. */
static inline void pomp_histogram_add(struct pomp_histogram *h, uint64_t ticks) {
  uint32_t *bucket = &h->visits[pomp_histogram_bucket(ticks)];
  if (POMP_LIKELY(POMP_LOAD(*bucket) != UINT32_MAX))
    POMP_ARCH_COUNT(*bucket);
}

/* Visits that take fewer ticks may be counted late; while events are traced there are none, so that the profile has
 * what the trace has whatever happens to the program. */
extern uint64_t pomp_histogram_late POMP_HIDDEN;

/* Returns where the file has what is late, for who reads it when the program has died: the head of the location's
 * block. Its ticks are in the file alone; whoever spoils them spoils a count. */
static inline uint64_t *pomp_histogram_word(const struct pomp_thread *t) {
  return &((struct pomp_block *)(void *)t->location - 1)->late;
}

/* Counts a visit of the location, now if it was long, or else when the next one ends. The next reading of the clock
 * waits for all that comes before it, so the bucket would have to be known by then; what is known of the visit before
 * is counted while the processor waits for the clock. A signal handler that has interrupted this counts at once. */
static inline void pomp_histogram_add_late(struct pomp_thread *t, struct pomp_histogram *h, uint64_t ticks) {
  if (ticks >= POMP_LOAD(pomp_histogram_late) || POMP_LOAD(t->counting)) {
    pomp_histogram_add(h, ticks);
    return;
  }
  POMP_STORE(t->counting, true);
  struct pomp_histogram *before = POMP_LOAD(t->late_histogram);
  uint64_t *word = pomp_histogram_word(t), late = POMP_LOAD(*word) & POMP_LATE_MASK;
  POMP_STORE(t->late_histogram, h);
  POMP_STORE(*word, (uint64_t)((const char *)h - pomp_base) << POMP_LATE_SHIFT | ticks);
  if (POMP_LIKELY(before != NULL))
    pomp_histogram_add(before, late);
  POMP_STORE(t->counting, false);
}
/* Counts what is late. The location's own thread alone calls it. */
static inline void pomp_histogram_settle(struct pomp_thread *t) {
  if (POMP_LOAD(t->counting))
    return;
  POMP_STORE(t->counting, true);
  struct pomp_histogram *h = POMP_LOAD(t->late_histogram);
  uint64_t late = POMP_LOAD(*pomp_histogram_word(t)) & POMP_LATE_MASK;
  POMP_STORE(t->late_histogram, NULL);
  POMP_STORE(*pomp_histogram_word(t), 0);
  if (h)
    pomp_histogram_add(h, late);
  POMP_STORE(t->counting, false);
}
/* Counts a visit that was counted with `ticks` with as many as it took instead. */
static inline void pomp_histogram_move(struct pomp_thread *t, struct pomp_histogram *h, uint64_t ticks, uint64_t took) {
  pomp_histogram_settle(t);
  uint32_t *bucket = &h->visits[pomp_histogram_bucket(ticks)];
  const uint32_t visits = POMP_LOAD(*bucket);
  if (visits && visits != UINT32_MAX)
    POMP_STORE(*bucket, visits - 1);
  pomp_histogram_add(h, took);
}
/* Counts what is late at the end of the measurement, once and by any thread. The location's own one may still be in an
 * event, which does not wait for that: then this one visit may be missing, be counted twice, or have another's time. */
static inline void pomp_histogram_finish(const struct pomp_thread *t) {
  struct pomp_histogram *h = POMP_LOAD(t->late_histogram);
  if (h)
    pomp_histogram_add(h, POMP_LOAD(*pomp_histogram_word(t)) & POMP_LATE_MASK);
}

/* Says whether there are histograms at all, before the first location is made; and that no visit is counted late. */
void pomp_histogram_start(bool wanted);
void pomp_histogram_never_late(void);
/* Returns the histogram of a region at a location, which is made if it isn't there yet. NULL: the region has none, or
 * there is no room for it. Under the slow lock. */
struct pomp_histogram *pomp_histogram_of(const struct pomp_thread *t, uint32_t key);

#endif
