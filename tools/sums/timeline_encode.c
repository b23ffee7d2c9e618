/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* timeline_encode.c - divides the time of a run into windows, and writes the events of each in few bytes.
 * Not here: what the events are (timeline_lane.c), the bins (timeline_levels.c). */
#include "pomp_array.h"
#include "pomp_varint.h"
#include "sums/timeline_steps.h"

#include <stdlib.h>
#include <string.h>

/* A window has so many events that a browser inflates and reads it in a few hundredths of a second; and has so many
 * events of each lane that they outweigh the state at its begin. */
#define WINDOW_EVENTS 65536u
#define WINDOW_LANE_EVENTS 256u
#define WINDOWS_MAX 2048u
/* Of a run with more events, some whole windows are kept. An event takes some two bytes in memory, and about one in the
 * page. */
#define EVENTS_KEPT 30000000u
#define SLOTS_BITS 16

/* Counts the events of a process by the time. */
static bool count_events(const struct traced_run *s, uint32_t *slots, unsigned shift) {
  const struct trace *t = s->trace;
  bool good = true;
  for (uint32_t i = 0; good && i < t->stream_count; i++) {
    struct trace_cursor c;
    struct trace_record r;
    if (t->streams[i].location == POMP_TRACE_DEFINITIONS)
      continue;
    good = trace_cursor_begin(&c, t, &t->streams[i]);
    while (good && trace_next(&c, &r)) {
      uint64_t slot = traced_run_ns(s, r.time) >> shift;
      slots[slot < 1u << SLOTS_BITS ? slot : (1u << SLOTS_BITS) - 1]++;
    }
    trace_cursor_end(&c);
  }
  return good;
}

static bool make_window(struct timeline *t, struct timeline_window *w, uint64_t begin) {
  *w = (struct timeline_window){.begin = begin, .kept = true};
  for (int i = 0; i < TIMELINE_COLUMNS; i++)
    w->ends[i] = calloc(t->lane_count + 1ull, sizeof *w->ends[i]);
  w->holders = calloc(t->lane_count + 1ull, sizeof *w->holders);
  t->window_count++;
  return w->ends[TIMELINE_TIMES] && w->ends[TIMELINE_OPS] && w->ends[TIMELINE_HOLDERS] && w->holders;
}

/* Makes a window of slots that follow each other whenever those have enough events. */
static bool make_windows(struct timeline *t, const uint32_t *slots, unsigned shift, uint64_t most) {
  uint64_t events = 0;
  bool good = make_window(t, &t->windows[0], 0);
  for (uint64_t i = 0; good && i < 1u << SLOTS_BITS; i++) {
    struct timeline_window *w = &t->windows[t->window_count - 1];
    if (w->events && w->events + slots[i] > most && t->window_count < WINDOWS_MAX)
      good = make_window(t, ++w, i << shift);
    w->events += slots[i];
    events += slots[i];
  }
  t->events = events;
  return good;
}

/* Drops windows evenly over the run if there are too many events. */
static void choose(struct timeline *t) {
  uint64_t kept = 0, before = 0;
  if (t->events <= EVENTS_KEPT)
    return;
  for (uint32_t i = 0; i < t->window_count; i++) {
    struct timeline_window *w = &t->windows[i];
    before += w->events;
    w->kept = (double)(kept + w->events) <= (double)before * EVENTS_KEPT / (double)t->events;
    kept += w->kept ? w->events : 0;
  }
}

bool windows_make(struct timeline *t, const struct traced_run *s) {
  const struct job_traces *j = s->job;
  unsigned shift = 0;
  while (t->end >> shift >> SLOTS_BITS)
    shift++;
  uint32_t *slots = calloc(1u << SLOTS_BITS, sizeof *slots);
  t->windows = calloc(WINDOWS_MAX + 1, sizeof *t->windows);
  bool good = slots && t->windows;
  for (uint32_t i = 0; good && i < (j ? j->count : 1); i++) {
    good = traced_run_enter(s, i) && count_events(traced_run_of_process(s, i), slots, shift);
    traced_run_leave(s, i);
  }
  uint64_t all = 0, most = WINDOW_LANE_EVENTS * (uint64_t)t->lane_count;
  for (uint32_t i = 0; good && i < 1u << SLOTS_BITS; i++)
    all += slots[i];
  most = most > WINDOW_EVENTS ? most : WINDOW_EVENTS;
  most = most > all / (WINDOWS_MAX / 2) ? most : all / (WINDOWS_MAX / 2);
  good = good && make_windows(t, slots, shift, most);
  free(slots);
  if (good)
    choose(t);
  return good;
}

/* --- events --- */

void encode_begin(struct encoder *e, struct timeline *t, uint32_t lane) {
  *e = (struct encoder){.timeline = t, .lane = lane};
}

static void end_window(struct encoder *e) {
  struct timeline_window *w = &e->timeline->windows[e->window];
  for (int i = 0; i < TIMELINE_COLUMNS; i++)
    w->ends[i][e->lane] = w->columns[i].length;
}

void encode_until(struct encoder *e, uint64_t ns) {
  const struct timeline *t = e->timeline;
  while (e->window + 1 < t->window_count && ns >= t->windows[e->window + 1].begin) {
    end_window(e);
    e->window++;
    t->windows[e->window].holders[e->lane] = e->waits;
    e->last = t->windows[e->window].begin;
  }
}

static void add(struct encoder *e, enum timeline_column column, uint64_t n) {
  struct timeline_bytes *b = &e->timeline->windows[e->window].columns[column];
  if (!POMP_ARRAY_ROOM(b->at, b->room, b->length + 10ull)) {
    e->no_memory = true;
    return;
  }
  b->length += pomp_varint_put(b->at + b->length, n);
}

void encode(struct encoder *e, uint64_t ns, uint64_t op, uint64_t holder) {
  encode_until(e, ns);
  if (e->timeline->windows[e->window].kept) {
    add(e, TIMELINE_TIMES, ns - e->last);
    add(e, TIMELINE_OPS, op);
    if (op == TIMELINE_WAIT)
      add(e, TIMELINE_HOLDERS, holder);
  }
  e->last = ns;
  e->waits = op == TIMELINE_WAIT ? (uint32_t)holder + 1 : 0;
}

void encode_end(struct encoder *e) {
  encode_until(e, UINT64_MAX);
  end_window(e);
}
