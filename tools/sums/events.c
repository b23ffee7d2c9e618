/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* events.c - tells the events of the locations that one thread serves together, in the order of time.
 * Not here: what a location's records tell (location_events.c), which locations are one thread
 * (tools/sums/traced_run.c).
 */
#include "sums/events.h"
#include "pomp_array.h"
#include "sums/location_events.h"

#include <stdio.h>
#include <stdlib.h>

/* `walks` are in ascending order of their locations, so that each walk comes after the walk of the location that forked
 * its team. `open` has the walks with open regions, the outermost first. */
struct thread {
  struct walk **walks, **open;
  uint32_t count, room, open_count;
};

static struct walk *walk_of(const struct thread *t, uint32_t location) {
  for (uint32_t i = 0; i < t->count; i++)
    if (t->walks[i]->location == location)
      return t->walks[i];
  return NULL;
}

/* True if the next record of `inner`, at the same time as that of a location before it, comes first. A team begins
 * after its fork has been reported, and ends before the join. */
static bool comes_first(const struct thread *t, const struct walk *inner) {
  const struct walk *forked = walk_of(t, inner->source->experiment->locations[inner->location].parent);
  if (inner->next.code == POMP_CODE_TEAM_ENTER && forked && !forked->over)
    return forked->generation == (uint32_t)inner->next.arguments[1];
  return inner->in_team;
}

/* Returns the location whose record comes next, or NULL if there is no more. */
static struct walk *find_next(const struct thread *t) {
  struct walk *best = NULL;
  for (uint32_t i = 0; i < t->count; i++) {
    struct walk *w = t->walks[i];
    if (!w->over && (!best || w->next.time < best->next.time || (w->next.time == best->next.time && comes_first(t, w))))
      best = w;
  }
  return best;
}

/* Makes the regions of this location the innermost ones. Usually they are: a location has no events while its thread
 * serves a team. If records are missing, those of another location may be in between, and are left until then. */
static void uncover(struct thread *t, struct walk *w) {
  for (uint32_t i = 0; i < t->open_count; i++)
    if (t->open[i] == w) {
      while (t->open[t->open_count - 1] != w)
        walk_hide(t->open[--t->open_count]);
      return;
    }
  if (w->hidden)
    walk_show(w);
  t->open[t->open_count++] = w;
}

static void tell_all(struct thread *t, const struct sink *sink) {
  struct walk *w;
  while (!sink->refused && (w = find_next(t))) {
    uncover(t, w);
    walk_step(w);
    if (!w->count)
      t->open_count--;
  }
  while (t->open_count)
    walk_finish(t->open[--t->open_count]);
  for (uint32_t i = t->count; i-- > 0;)
    walk_finish(t->walks[i]);
}

static bool begin_walk(struct thread *t, const struct traced_run *s, struct sink *sink, uint32_t location) {
  const struct trace_stream *stream = trace_stream_of(s->trace, location - s->first_location);
  if (!stream)
    return true;
  struct walk *w = POMP_ARRAY_ROOM(t->walks, t->room, t->count + 1ull) ? malloc(sizeof *w) : NULL;
  if (!w)
    return false;
  t->walks[t->count++] = w;
  return walk_begin(w, s, sink, stream, s->threads[location].first == location);
}

static bool tell(const struct traced_run *s, uint32_t location, struct sink sink, uint64_t *misfits, char *error,
                 size_t error_size) {
  struct thread t = {0};
  *error = 0;
  sink.counted = calloc(s->experiment->metric_count + 1ull, sizeof *sink.counted);
  bool good = sink.counted != NULL;
  for (uint32_t i = location; good && i != NO_LOCATION; i = s->threads[i].next)
    good = begin_walk(&t, s, &sink, i);
  t.open = calloc(t.count + 1ull, sizeof *t.open);
  good = good && t.open;
  if (good)
    tell_all(&t, &sink);
  for (uint32_t i = 0; i < t.count; i++) {
    good = good && !t.walks[i]->no_memory;
    *misfits += t.walks[i]->replay.misfits;
    walk_end(t.walks[i]);
    free(t.walks[i]);
  }
  free(t.walks);
  free(t.open);
  free(sink.counted);
  if (!good)
    snprintf(error, error_size, "not enough memory");
  return good && !sink.refused;
}

bool events_of(const struct traced_run *s, uint32_t location, event_taker take, void *context, uint64_t *misfits,
               char *error, size_t error_size) {
  const struct sink sink = {.take = take, .context = context, .last = s->begin};
  return tell(s, location, sink, misfits, error, error_size);
}

bool states_of(const struct traced_run *s, uint32_t location, event_taker take, void *context, uint64_t *misfits,
               char *error, size_t error_size) {
  const struct sink sink = {.take = take, .context = context, .last = s->begin, .states = true};
  return tell(s, location, sink, misfits, error, error_size);
}
