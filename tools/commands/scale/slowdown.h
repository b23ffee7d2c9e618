/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* slowdown.h - constructs in which all threads together take longer the more they are, although there is as much to do:
 * findings that no single run has. docs/scaling.md says how they are found.
 * Not here: the figures (work.h), how they are printed (tables.c, scale_json.c). */
#ifndef COMMANDS_SCALE_SLOWDOWN_H
#define COMMANDS_SCALE_SLOWDOWN_H

#include "commands/scale/series.h"

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

/* A row is what may be the cause: its name for scripts, and in a few words. */
#define SLOWDOWN_CAUSES(X)                                                                                             \
  X(NOTED, noted, "what the compiler noted")                                                                           \
  X(KERNEL, kernel, "time in the kernel")                                                                              \
  X(SHORT_CHUNKS, short_chunks, "chunks that are too short")                                                           \
  X(REDUCTION, reduction, "the copies of a reduction")                                                                 \
  X(INTERLEAVED, interleaved, "neighbouring iterations of other threads")

enum slowdown_cause_number {
#define CAUSE_ROW(name, ...) SLOWDOWN_CAUSE_##name,
  SLOWDOWN_CAUSES(CAUSE_ROW)
#undef CAUSE_ROW
      SLOWDOWN_CAUSE_COUNT
};

/* It compares the largest number of threads with the smallest. Times are in s. */
struct slowdown {
  const struct work_part *part;
  const struct work *before, *after;
  const struct work_line *line; /* samples found most of what it takes longer there; NULL: not known */
  double line_more;             /* so much of it */
  double perfect;               /* what all threads would take if each worked as fast as with the smallest number */
  double saving;                /* of the wall time: what that would bring at the largest number */
  double wall;                  /* that wall time */
  double times;                 /* how many times there is to do */
  enum slowdown_property property;
  unsigned few, many;
  bool judged; /* false: threads had no processor for so long that this may be why */
};

extern const struct slowdown_cause {
  const char *id, *text;
  bool (*may_be)(const struct slowdown *d);
  void (*say)(const struct slowdown *d, char *text, size_t size); /* adds a sentence or more, with a blank behind */
} slowdown_causes[SLOWDOWN_CAUSE_COUNT];

/* True if this may be the cause of a finding. */
bool slowdown_may_be(const struct slowdown *d, enum slowdown_cause_number cause);
/* Returns the cause that what was seen makes most likely; NULL: it makes none likely. */
const struct slowdown_cause *slowdown_cause(const struct slowdown *d);

/* Finds all that would save a hundredth of the wall time, the most rewarding first, and returns how many there are.
 * `found` has room for `room` of them. */
size_t slowdown_find(const struct series *s, const struct figures *f, struct slowdown *found, size_t room);

/* Write what was seen and what it would save, and the one cause that is most likely, with what helps. */
void slowdown_seen(const struct slowdown *d, const struct figures *f, const char *unit, char *text, size_t size);
void slowdown_advice(const struct slowdown *d, char *text, size_t size);

#endif
