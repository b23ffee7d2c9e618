/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* slowdown.h - constructs in which all threads together take longer the more they are, although there is as much to do:
 * findings that no single run has. docs/scaling.md says how they are found.
 * Not here: the figures (work.h), how they are printed (tables.c, json.c). */
#ifndef SCALE_SLOWDOWN_H
#define SCALE_SLOWDOWN_H

#include "series.h"

/* A row is a property: its name for scripts, and what is wrong, in words. */
enum { SLOWDOWNS_MOST = 16, SLOWDOWN_TEXT = 2048 };
#define SLOWDOWNS(X)                                                                                                   \
  X(THREADS_SLOW_DOWN, "threads_slow_down", "threads slow each other down")                                            \
  X(REPLICATED_WORK, "replicated_work", "each thread may do all of the work")                                          \
  X(MORE_WORK, "more_work", "there is more to do with more threads")

enum slowdown_property {
#define SLOWDOWN_ROW(name, ...) SLOWDOWN_##name,
  SLOWDOWNS(SLOWDOWN_ROW)
#undef SLOWDOWN_ROW
      SLOWDOWN_COUNT
};
extern const struct slowdown_row {
  const char *id, *text;
} slowdown_rows[SLOWDOWN_COUNT];

/* It compares the largest number of threads with the smallest. Times are in s. */
struct slowdown {
  const struct work_part *part;
  const struct work *before, *after;
  double perfect; /* what all threads would take if each worked as fast as with the smallest number */
  double saving;  /* of the wall time: what that would bring at the largest number */
  double wall;    /* that wall time */
  double times;   /* how many times there is to do */
  enum slowdown_property property;
  unsigned few, many;
  bool judged; /* false: threads had no processor for so long that this may be why */
};

/* Finds all that would save a hundredth of the wall time, the most rewarding first, and returns how many there are.
 * `found` has room for `room` of them. */
size_t slowdown_find(const struct series *s, const struct figures *f, struct slowdown *found, size_t room);

/* Writes what was seen, what it would save, and what to look at, each a sentence or more. */
void slowdown_seen(const struct slowdown *d, const struct figures *f, const char *unit, char *text, size_t size);
void slowdown_advice(const struct slowdown *d, char *text, size_t size);

#endif
