/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* critical_walk.c - goes back along the path, from the end of the run to its begin.
 * Not here: the waits (critical_resolve.c), the regions on the path (critical_attribute.c). */
#include "findings/critical_steps.h"
#include "pomp_array.h"

#include <stdlib.h>

/* Finds the thread on which the run ends: the first one of the process that ends last, if that has come to its end;
 * else the one with the last event. */
static uint32_t last_thread(const struct run *r) {
  const struct traced_run *last = r->threads[0].source;
  uint32_t found = 0;
  for (uint32_t i = 0; i < r->thread_count; i++) {
    const struct traced_run *s = r->threads[i].source;
    if (traced_run_ns(s, s->end) > traced_run_ns(last, last->end))
      last = s;
  }
  const struct pomp_trace_header *h = &last->trace->header;
  const bool whole = h->state == POMP_STATE_COMPLETE && !h->stop_tick;
  for (uint32_t i = 0; i < r->thread_count; i++) {
    const struct thread *t = &r->threads[i], *f = &r->threads[found];
    if (t->source == last && (f->source != last || (whole ? t->initial : t->last > f->last)))
      found = i;
  }
  return found;
}

/* Finds the last wait of a thread that was over at `now`, or that the thread was in then: the awaited event came
 * before. Each wait is found once, so that the way back ends, whatever the times are. */
static const struct wait *wait_before(struct thread *t, uint64_t now) {
  uint32_t low = 0, high = t->cursor;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (t->waits[middle].end <= now)
      low = middle + 1;
    else
      high = middle;
  }
  if (low < t->cursor && t->waits[low].begin < now && t->waits[low].at < now)
    low++;
  t->cursor = low ? low - 1 : 0;
  return low ? &t->waits[low - 1] : NULL;
}

static bool add(struct run *r, struct critical_path *c, uint32_t location, uint64_t begin, uint64_t end) {
  if (!POMP_ARRAY_ROOM(c->segments, r->segment_room, c->segment_count + 1ull))
    return false;
  c->segments[c->segment_count++] = (struct critical_segment){begin, end, location};
  return true;
}

/* Returns the process's first thread, which is taken to have started those of which nothing else is known. */
static uint32_t first_thread(const struct run *r, const struct thread *t) {
  return r->thread_of[t->source->process->first_location];
}

/* Returns when another thread has ended the wait. Clocks of ranks may say that it was over before. */
static uint64_t end_of_wait(const struct wait *w) { return w->at < w->end ? w->at : w->end; }

static bool walk_back(struct run *r, struct critical_path *c) {
  uint32_t at = last_thread(r);
  uint64_t now = r->end;
  for (;;) {
    struct thread *t = &r->threads[at];
    const struct wait *w = wait_before(t, now);
    uint64_t begin = w ? end_of_wait(w) : t->initial ? 0 : t->first;
    begin = begin < now ? begin : now;
    if (!add(r, c, t->location, begin, now))
      return false;
    if (!w && t->initial)
      return true;
    if (w) {
      c->jumps[w->kind]++;
      c->delays[w->kind] += w->end > begin ? (w->end < now ? w->end : now) - begin : 0;
      c->contradicted += w->at > w->end;
    }
    at = w ? w->by : first_thread(r, t);
    now = begin;
  }
}

static void turn_round(struct critical_path *c) {
  for (uint32_t i = 0, k = c->segment_count; i + 1 < k; i++) {
    struct critical_segment s = c->segments[i];
    c->segments[i] = c->segments[--k];
    c->segments[k] = s;
  }
}

/* Tells whether the path was on the location's thread right before that time, if only for no time. */
static bool is_on_path(const struct critical_path *c, uint64_t ns, uint32_t location) {
  uint32_t low = 0, high = c->segment_count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (c->segments[middle].end < ns)
      low = middle + 1;
    else
      high = middle;
  }
  for (; low < c->segment_count && c->segments[low].begin <= ns; low++)
    if (c->segments[low].location == location)
      return true;
  return false;
}

/* Notes of each wait whether the path was on the thread that ended it. */
static void mark_waits(struct run *r, const struct critical_path *c) {
  for (uint32_t i = 0; i < r->thread_count; i++)
    for (uint32_t k = 0; k < r->threads[i].wait_count; k++) {
      struct wait *w = &r->threads[i].waits[k];
      w->key = is_on_path(c, end_of_wait(w), r->threads[w->by].location);
    }
}

/* Removes segments without time, joins consecutive segments of a thread, and sums them up. */
static void sum_up(struct critical_path *c) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < c->segment_count; i++) {
    struct critical_segment s = c->segments[i];
    uint64_t *time = &c->locations[s.location];
    if (s.begin == s.end)
      continue;
    c->threads += !*time;
    *time += s.end - s.begin;
    if (kept && c->segments[kept - 1].location == s.location)
      c->segments[kept - 1].end = s.end;
    else
      c->segments[kept++] = s;
  }
  c->segment_count = kept;
}

bool run_walk(struct run *r, struct critical_path *c) {
  const struct traced_run *s = r->source;
  for (uint32_t i = 0; i < r->thread_count; i++) {
    uint64_t end = traced_run_ns(r->threads[i].source, r->threads[i].source->end);
    r->end = end > r->end ? end : r->end;
  }
  c->wall = r->end;
  c->locations = calloc(s->experiment->location_count + 1ull, sizeof *c->locations);
  if (!c->locations || (r->thread_count && !walk_back(r, c)))
    return false;
  turn_round(c);
  mark_waits(r, c);
  sum_up(c);
  return true;
}
