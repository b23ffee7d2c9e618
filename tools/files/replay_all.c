/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* replay_all.c - goes through all locations of a trace, and adds up what they did.
 * Not here: what a record means (replay.c, replay_metrics.c). */
#include "files/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool apply(struct replay *p, const struct trace_cursor *c, const struct trace_record *r) {
  uint32_t node;
  if (r->code == TRACE_RESUME)
    return replay_resume(p, &c->state, r->time);
  replay_step(p, r, &node);
  return !p->no_memory;
}

static bool has_values(uint32_t code) {
  return code == POMP_CODE_METRICS || code == POMP_CODE_METRICS_ROOT || code == POMP_CODE_METRICS_ASIDE ||
         code == POMP_CODE_METRICS_END || code == POMP_CODE_METRICS_CHUNK;
}

/* Returns until when a location was traced that goes on at `now`; if records found no room, that is the time of the
 * last one. */
static uint64_t before(const struct trace *t, uint64_t last, uint64_t now) {
  uint64_t until = trace_until(t, last);
  return until <= now ? until : last;
}

/* Replays the records of one location. The values that an event goes by come after it, in one record or several, in
 * the order of the metrics; perhaps in the next chunk, which begins with values of its own. False if there is no
 * memory. */
static bool replay_stream(struct replay *p, struct trace_cursor *c) {
  struct trace_record r, next;
  bool more = trace_next(c, &r);
  uint64_t last = 0;
  while (more) {
    if (r.code == TRACE_RESUME && last)
      replay_pause(p, before(p->trace, last, r.time));
    last = r.time;
    bool applied = !p->counts || r.code == TRACE_RESUME || has_values(r.code), good = !applied || apply(p, c, &r);
    uint64_t expected = 0;
    while ((more = trace_next(c, &next)) && !applied &&
           (next.code == POMP_CODE_METRICS_CHUNK || (next.code == POMP_CODE_METRICS && next.arguments[0] >= expected)))
      if (next.code == POMP_CODE_METRICS) {
        replay_count_read(p, &next);
        expected = next.arguments[0] + 1;
      }
    if (!good || (!applied && !apply(p, c, &r)))
      return false;
    r = next;
  }
  uint64_t until = last ? trace_until(p->trace, last) : UINT64_MAX;
  if (last && (c->broken || p->trace->cut_off)) /* what came after is not known */
    until = last;
  if (until != UINT64_MAX)
    replay_pause(p, until);
  return true;
}

struct wanted {
  const struct pomp_histogram *histograms, *like;
};
static bool is_wanted(const void *context, uint32_t i) {
  const struct wanted *w = context;
  return w->histograms[i].key == w->like->key && w->histograms[i].location == w->like->location;
}

/* Makes a histogram for each region at each location, and lets its nodes refer to it. */
static bool make_histograms(struct replay_sums *s, const struct trace *t) {
  struct pomp_index index = {0};
  s->histograms = calloc(t->node_count + 1ull, sizeof *s->histograms);
  bool good = s->histograms && pomp_index_room(&index, t->node_count + 1ull);
  for (uint32_t i = 0; good && i < t->node_count; i++) {
    const struct pomp_histogram like = {.key = t->nodes[i].key, .location = t->nodes[i].location};
    if (pomp_role_is(POMP_KEY_ROLE(like.key), POMP_IS_UNTIMED))
      continue;
    struct wanted w = {s->histograms, &like};
    uint32_t hash = pomp_hash(0, (uint64_t)like.location << 32 | like.key);
    struct pomp_slot *slot = pomp_index_find(&index, hash, is_wanted, &w);
    if (!slot->number) {
      s->histograms[s->histogram_count] = like;
      pomp_index_put(&index, slot, hash, s->histogram_count++);
    }
    s->numbers[i].histogram = slot->number;
  }
  pomp_index_free(&index);
  return good;
}

bool replay_sums_make(struct replay_sums *s, const struct trace *t, uint32_t metrics, uint32_t ranks) {
  uint64_t values = (uint64_t)t->node_count * metrics;
  *s = (struct replay_sums){.numbers = malloc((t->node_count + 1ull) * sizeof *s->numbers), .metrics = metrics};
  if (metrics) {
    s->values = malloc((values + 1) * sizeof *s->values);
    s->lasts = calloc((uint64_t)t->stream_count * metrics + 1, sizeof *s->lasts);
  }
  s->tasks = calloc(t->stream_count + 1ull, sizeof *s->tasks);
  s->ranks = ranks;
  s->messages = calloc(t->node_count + 1ull, sizeof *s->messages);
  s->instances = calloc(t->node_count + 1ull, sizeof *s->instances);
  s->partners = calloc(1, sizeof *s->partners);
  if (!s->numbers || !s->tasks || !s->messages || !s->instances || !s->partners ||
      (metrics && (!s->values || !s->lasts)))
    return false;
  for (uint32_t i = 0; i < t->node_count; i++)
    s->numbers[i] = (struct replay_numbers){.min = UINT64_MAX};
  for (uint64_t i = 0; i < values; i++)
    s->values[i] = (struct replay_value){0, POMP_NO_START};
  return make_histograms(s, t);
}

void replay_sums_free(struct replay_sums *s) {
  free(s->numbers);
  free(s->histograms);
  free(s->values);
  free(s->lasts);
  free(s->tasks);
  free(s->messages);
  free(s->instances);
  if (s->partners) {
    free(s->partners->at);
    pomp_index_free(&s->partners->index);
  }
  free(s->partners);
}

/* Adds up one location. */
static bool replay_location(struct replay *p, const struct trace_stream *stream, const struct replay_sums *s,
                            char *error, size_t error_size) {
  const struct trace *t = p->trace;
  struct trace_cursor c;
  struct replay_counts counts;
  bool room = replay_counts_begin(&counts, s->metrics);
  if (s->metrics)
    p->counts = &counts;
  bool good = trace_cursor_begin(&c, t, stream) && room;
  good = good && replay_stream(p, &c);
  if (!good)
    snprintf(error, error_size, "not enough memory");
  if (s->metrics && room)
    memcpy(s->lasts + (size_t)(stream - t->streams) * s->metrics, counts.last, s->metrics * sizeof *s->lasts);
  s->tasks[stream - t->streams] = p->tasks;
  p->counts = NULL;
  trace_cursor_end(&c);
  replay_counts_end(&counts);
  return good;
}

bool replay_all(const struct trace *t, const struct replay_sums *s, uint64_t *misfits, char *error, size_t error_size) {
  bool good = true;
  *misfits = 0;
  for (uint32_t i = 0; i < t->stream_count && good; i++) {
    struct replay p;
    if (t->streams[i].location == POMP_TRACE_DEFINITIONS)
      continue;
    replay_begin(&p, t, t->streams[i].location, s);
    good = replay_location(&p, &t->streams[i], s, error, error_size);
    *misfits += p.misfits;
    replay_end(&p);
  }
  if (good && s->partners->no_memory) {
    snprintf(error, error_size, "not enough memory");
    good = false;
  }
  if (good && s->metrics)
    replay_count_open(t, s);
  return good;
}
