/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* timeline_arrows.c - from where to where tasks, locks and messages went.
 * Not here: the events that tell of either end (timeline_lane.c). */
#include "pomp_array.h"
#include "sums/timeline_steps.h"

#include <stdlib.h>

/* So many ends are kept until all lanes are read. */
#define ENDS_MAX 4000000u

void arrows_add(struct arrows *a, struct arrow_end end) {
  a->full |= a->count == ENDS_MAX;
  if (a->full || a->no_memory)
    return;
  if (POMP_ARRAY_ROOM(a->ends, a->room, a->count + 1ull))
    a->ends[a->count++] = end;
  else
    a->no_memory = true;
}

#define COMPARE(field)                                                                                                 \
  if (a->field != b->field)                                                                                            \
  return a->field < b->field ? -1 : 1

/* Clocks of ranks are not so close that a message's begin is always before its end. */
static int by_key(const void *x, const void *y) {
  const struct arrow_end *a = x, *b = y;
  COMPARE(kind);
  COMPARE(key);
  if (a->kind == TIMELINE_ARROW_MESSAGE)
    COMPARE(is_end);
  COMPARE(ns);
  COMPARE(is_end);
  return 0;
}

static uint64_t length(const struct timeline_arrow *a) { return a->end > a->begin ? a->end - a->begin : 0; }

static int by_length(const void *x, const void *y) {
  const struct timeline_arrow *a = x, *b = y;
  COMPARE(kind);
  if (length(a) != length(b))
    return length(a) > length(b) ? -1 : 1;
  return 0;
}

static int by_begin(const void *x, const void *y) {
  const struct timeline_arrow *a = x, *b = y;
  COMPARE(begin);
  COMPARE(end);
  return 0;
}

/* Keeps the TIMELINE_ARROWS longest arrows of each kind. */
static void leave_longest(struct timeline *t) {
  uint32_t kept = 0, of_kind[TIMELINE_ARROW_KINDS] = {0};
  qsort(t->arrows, t->arrow_count, sizeof *t->arrows, by_length);
  for (uint32_t i = 0; i < t->arrow_count; i++)
    if (of_kind[t->arrows[i].kind]++ < TIMELINE_ARROWS)
      t->arrows[kept++] = t->arrows[i];
    else
      t->arrows_left_out[t->arrows[i].kind]++;
  t->arrow_count = kept;
  qsort(t->arrows, t->arrow_count, sizeof *t->arrows, by_begin);
}

/* Finds the begin that belongs to an end: the last one before it. A thread hands a lock over to another one. NULL:
 * there is none. */
static const struct arrow_end *begin_of(const struct arrows *a, uint32_t i) {
  const struct arrow_end *to = &a->ends[i];
  while (to->is_end && i-- > 0) {
    const struct arrow_end *from = &a->ends[i];
    if (from->is_end || from->kind != to->kind || from->key != to->key)
      return NULL;
    if (from->kind != TIMELINE_ARROW_LOCK || from->lane != to->lane)
      return from;
  }
  return NULL;
}

bool arrows_join(struct arrows *a, struct timeline *t) {
  t->arrows_unknown = a->full;
  if (a->no_memory || !POMP_ARRAY_ROOM(t->arrows, t->arrow_room, a->count / 2 + 1ull))
    return false;
  if (a->count)
    qsort(a->ends, a->count, sizeof *a->ends, by_key);
  for (uint32_t i = 1; i < a->count; i++) {
    const struct arrow_end *to = &a->ends[i], *from = begin_of(a, i);
    if (from)
      t->arrows[t->arrow_count++] =
          (struct timeline_arrow){from->ns, to->ns, from->lane, to->lane, (enum timeline_arrow_kind)from->kind};
  }
  leave_longest(t);
  return true;
}
