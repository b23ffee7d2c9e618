/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* score_trace.c - how many bytes of a trace belong to which name, and how many a trace without some of them has.
 * Not here: what the bytes mean (tools/files), which names there are (score.c), a trace that there is not
 * (score_predict.c).
 *
 * A record has the time since the record before it, in as many bytes as that needs. So where records are left out, the
 * next record may be longer, as it then spans their times, too. */
#include "files/replay.h"
#include "files/trace_load.h"
#include "findings/score.h"
#include "findings/score_bytes.h"
#include "pomp_names.h"

#include <stdlib.h>
#include <string.h>

/* This is where the walk adds up. */
struct sums {
  struct score *score;
  bool filtered;     /* the chosen entries are left out */
  double *by_entry;  /* whose bytes; NULL: they are not wanted */
  uint64_t of_other; /* bytes of records that no region has */
  uint64_t chunks;   /* how many chunks hold what is left */
};

static struct score_entry *entry_of(const struct score *s, const struct trace *t, uint32_t node) {
  uint32_t construct = node == TRACE_NO_NODE ? 0 : POMP_KEY_CONSTRUCT(t->nodes[node].key);
  return construct && construct <= s->analysis->experiment->construct_count
             ? &s->entries[s->of_construct[construct - 1]]
             : NULL;
}

/* These are the tasks and the teams that a location has come across last, to which records belong that name no call
 * path.
 */
struct latest_of {
  struct score_entry *task, *team;
};

/* Returns whose record it is; NULL: no region's. */
static struct score_entry *owner_of(struct latest_of *latest, const struct trace *t, const struct trace_record *r,
                                    uint32_t node, const struct score *s) {
  struct score_entry *e = entry_of(s, t, node);
  uint32_t role = e ? POMP_KEY_ROLE(t->nodes[node].key) : POMP_ROLE_NONE;
  if (role == POMP_ROLE_TASK || role == POMP_ROLE_TASK_CREATE)
    latest->task = e;
  else if (role == POMP_ROLE_FORK || role == POMP_ROLE_TEAM)
    latest->team = e;
  if (e)
    return e;
  switch (r->code) {
  case POMP_CODE_TASK_TAKE:
  case POMP_CODE_TASK_BACK:
  case POMP_CODE_TASK_LEAVE:
    return latest->task;
  case POMP_CODE_FORK:
  case POMP_CODE_TEAM_ENTER:
  case POMP_CODE_TEAM_LEAVE:
  case POMP_CODE_TEAM_END:
  case POMP_CODE_TEAM_JOIN:
    return latest->team;
  default:
    return NULL;
  }
}

/* Goes through a location's records. False: not enough memory. */
static bool walk_stream(const struct trace *t, const struct trace_stream *stream, struct sums *sums) {
  struct trace_cursor c;
  struct trace_record r;
  struct replay p;
  struct latest_of latest = {NULL, NULL};
  uint32_t node, chunk = 0, end = 0;
  uint64_t before = 0, skipped = 0, bytes = 0;
  if (!trace_cursor_begin(&c, t, stream)) {
    trace_cursor_end(&c);
    return false;
  }
  replay_begin(&p, t, stream->location, NULL);
  while (!p.no_memory && trace_next(&c, &r)) {
    if (r.code == TRACE_RESUME) {
      replay_resume(&p, &c.state, r.time);
      continue;
    }
    replay_step(&p, &r, &node);
    struct pomp_trace_chunk head;
    if (chunk != c.next_chunk) {
      memcpy(&head, c.chunk, sizeof head);
      end = (uint32_t)(sizeof head + head.suspended * sizeof(struct pomp_frame));
      before = head.begin_tick;
      chunk = c.next_chunk;
    }
    unsigned size = c.at > end ? c.at - end : 0;
    uint64_t ticks = r.time > before ? r.time - before : 0;
    struct score_entry *e = owner_of(&latest, t, &r, node, sums->score);
    end = c.at;
    before = r.time;
    if (e && sums->by_entry)
      sums->by_entry[e - sums->score->entries] += size;
    else if (sums->by_entry)
      sums->of_other += size;
    if (sums->filtered && e && e->chosen) {
      skipped += ticks;
      continue;
    }
    bytes += size + score_head_bytes(r.code, ticks + skipped) - score_head_bytes(r.code, ticks);
    skipped = 0;
  }
  uint64_t room = t->header.chunk_size - SCORE_SLACK - sizeof(struct pomp_trace_chunk);
  sums->chunks += bytes ? (bytes + room - 1) / room : 1;
  bool good = !p.no_memory;
  replay_end(&p);
  trace_cursor_end(&c);
  return good;
}

static bool walk(const struct trace *t, struct sums *sums) {
  for (uint32_t i = 0; i < t->stream_count; i++)
    if (t->streams[i].location != POMP_TRACE_DEFINITIONS && !walk_stream(t, &t->streams[i], sums))
      return false;
  return true;
}

static bool has_trace(const struct score *s, const struct loaded *l) {
  return s->analysis->experiment->process_count == 1 && trace_file_is_there(l->directory);
}

static bool read_trace(struct score *s, const struct loaded *l, bool filtered, uint64_t *file) {
  static struct trace_file f;
  char error[256];
  double *by_entry = NULL;
  struct sums sums = {.score = s, .filtered = filtered};
  bool known = trace_file_open(&f, l->directory, &s->analysis->experiment->header, error, sizeof error), good = true;
  if (known && !filtered)
    good = (by_entry = calloc(s->count + 1, sizeof *by_entry)) != NULL;
  sums.by_entry = by_entry;
  if (known && good && (good = walk(&f.trace, &sums))) {
    uint64_t streams = 0, used = f.trace.header.used;
    for (uint32_t i = 0; i < f.trace.stream_count; i++)
      streams += f.trace.streams[i].location == POMP_TRACE_DEFINITIONS ? 0 : f.trace.streams[i].count;
    uint64_t all = (used - f.trace.header.header_size) / f.trace.header.chunk_size;
    *file = filtered ? f.trace.header.header_size +
                           (sums.chunks + (all > streams ? all - streams : 0)) * f.trace.header.chunk_size
                     : used;
    for (size_t i = 0; by_entry && i < s->count; i++)
      s->entries[i].bytes = by_entry[i];
  }
  free(by_entry);
  trace_file_close(&f);
  s->traced = known;
  return good;
}

static double sum_of_bytes(const struct score *s) {
  double bytes = 0;
  for (size_t i = 0; i < s->count; i++)
    bytes += s->entries[i].bytes;
  return bytes;
}

bool score_trace(struct score *s, const struct loaded *l) {
  bool good = !has_trace(s, l) || read_trace(s, l, false, &s->all.file);
  s->bytes_known = s->traced || !s->analysis->experiment->metric_count;
  if (good && !s->traced && s->bytes_known)
    good = (s->prediction = prediction_new(s, l)) && prediction_make(s->prediction, s, false, &s->all.file);
  s->other_bytes = s->bytes_known ? (double)s->all.file - sum_of_bytes(s) : 0;
  return good;
}

bool score_trace_filtered(struct score *s, const struct loaded *l) {
  if (s->traced)
    return read_trace(s, l, true, &s->left.file);
  s->left.file = 0;
  return !s->bytes_known || prediction_make(s->prediction, s, true, &s->left.file);
}
