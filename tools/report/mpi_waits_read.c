/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mpi_waits_read.c - goes through the traces of a job's ranks and keeps what is of messages and collective operations.
 * Not here: what mpi_waits_read.h says. */
#include "mpi_waits_read.h"
#include "pomp_array.h"
#include "replay.h"

#include <stdlib.h>
#include <string.h>

struct reader {
  struct late_records *to;
  const struct source *whole, *source;
  uint32_t *paths; /* by node of the trace */
  bool no_memory;
  uint64_t from; /* what began before is left out */
  /* This is the visit of an MPI function that is open. */
  uint32_t node, visit;
  uint64_t enter;
};

/* Adds an element, or sets no_memory. */
#define ADD(r, array, ...)                                                                                             \
  do {                                                                                                                 \
    if (!POMP_ARRAY_ROOM((r)->to->array.at, (r)->to->array.room, (r)->to->array.count + 1ull))                         \
      (r)->no_memory = true;                                                                                           \
    else                                                                                                               \
      (r)->to->array.at[(r)->to->array.count++] = __VA_ARGS__;                                                         \
  } while (0)

/* True if the collective operation blocks: the names of the others begin with MPI_I. */
static bool is_blocking(const struct reader *r) {
  return strncmp(r->whole->analysis.regions[r->source->regions[r->node]].name, "MPI_I", 5) != 0;
}

/* Returns the visit of the function that is open, which is made if it is new, or NO_VISIT if none is open. */
static uint32_t visit_of(struct reader *r) {
  if (r->node == TRACE_NO_NODE || r->visit != NO_VISIT)
    return r->visit;
  uint32_t number = r->to->visits.count;
  ADD(r, visits,
      (struct visit){.enter = r->enter, .leave = r->whole->end, .path = r->paths[r->node], .blocking = is_blocking(r)});
  r->visit = r->no_memory ? NO_VISIT : number;
  return r->visit;
}

static uint32_t rank_of(const struct reader *r) { return r->source->process->header.rank; }

static void take_message(struct reader *r, const struct trace_record *record, bool sent, uint32_t visit) {
  const uint64_t *a = record->arguments;
  const struct called *c = job_called(r->whole->job, r->source->number, a[0]);
  if (!c || a[1] > UINT32_MAX)
    return;
  struct half h = {.communicator = c->communicator,
                   .from = sent ? rank_of(r) : (uint32_t)a[1],
                   .to = sent ? (uint32_t)a[1] : rank_of(r),
                   .tag = (uint32_t)a[2],
                   .begin = visit,
                   .end = visit,
                   .bytes = a[3],
                   .request = record->code == POMP_CODE_ISEND || record->code == POMP_CODE_IRECEIVE ? a[4] : 0};
  if (record->code == POMP_CODE_ISEND)
    h.end = NO_VISIT;
  if (sent)
    ADD(r, sends, h);
  else
    ADD(r, receives, h);
}

static void take_part(struct reader *r, const struct trace_record *record, uint32_t visit) {
  const uint64_t *a = record->arguments;
  const struct called *c = job_called(r->whole->job, r->source->number, a[1]);
  if (!c || a[2] > UINT32_MAX || a[0] > UINT32_MAX)
    return;
  const struct communicator *in = &r->whole->job->communicators[c->communicator];
  ADD(r, parts,
      (struct part){.communicator = c->communicator,
                    .kind = (uint32_t)a[0],
                    .process = r->source->number,
                    .rank = job_member(r->whole, &in->sides[c->side], rank_of(r)),
                    .root = (uint32_t)a[2],
                    .visit = visit});
}

static void take(struct reader *r, const struct trace_record *record) {
  if ((record->code < POMP_CODE_SEND || record->code > POMP_CODE_COLLECTIVE) &&
      record->code != POMP_CODE_REQUEST_CANCELLED)
    return;
  uint32_t visit = visit_of(r);
  if (visit == NO_VISIT)
    return;
  switch (record->code) {
  case POMP_CODE_SEND:
  case POMP_CODE_ISEND:
    take_message(r, record, true, visit);
    break;
  case POMP_CODE_RECEIVE:
  case POMP_CODE_IRECEIVE:
    take_message(r, record, false, visit);
    break;
  case POMP_CODE_IRECEIVE_REQUEST:
    ADD(r, posted, (struct request){record->arguments[0], visit});
    break;
  case POMP_CODE_ISEND_DONE:
    ADD(r, done, (struct request){record->arguments[0], visit});
    break;
  case POMP_CODE_REQUEST_CANCELLED:
    ADD(r, cancelled, (struct request){record->arguments[0], visit});
    break;
  default:
    take_part(r, record, visit);
    break;
  }
}

static void step(struct reader *r, const struct replay *p, const struct trace_record *record, uint32_t node) {
  const struct trace *t = r->source->trace;
  if (record->code == TRACE_ENTER && node != TRACE_NO_NODE && POMP_KEY_ROLE(t->nodes[node].key) == POMP_ROLE_MPI) {
    r->node = record->time >= r->from ? node : TRACE_NO_NODE;
    r->enter = source_time(r->source, record->time);
    r->visit = NO_VISIT;
  } else if (node != TRACE_NO_NODE && node == r->node &&
             (record->code == TRACE_EXIT || record->code == POMP_CODE_EXIT_PART)) {
    if (r->visit != NO_VISIT)
      r->to->visits.at[r->visit].leave = source_time(r->source, record->time);
    r->node = TRACE_NO_NODE;
    r->visit = NO_VISIT;
  } else if (p->current == r->node)
    take(r, record);
}

static bool read_stream(struct reader *r, const struct trace_stream *stream) {
  struct replay p;
  struct trace_cursor c;
  struct trace_record record;
  uint32_t node;
  r->node = TRACE_NO_NODE;
  r->visit = NO_VISIT;
  replay_begin(&p, r->source->trace, stream->location, NULL);
  r->no_memory |= !trace_cursor_begin(&c, r->source->trace, stream);
  while (!r->no_memory && trace_next(&c, &record))
    if (record.code == TRACE_RESUME) {
      r->no_memory |= !replay_resume(&p, &c.state, record.time);
      r->node = TRACE_NO_NODE;
      r->visit = NO_VISIT;
    } else if (replay_step(&p, &record, &node))
      step(r, &p, &record, node);
  trace_cursor_end(&c);
  replay_end(&p);
  return !r->no_memory;
}

static bool find_paths(struct reader *r) {
  const struct source *s = r->whole;
  const struct experiment *e = s->experiment;
  r->paths = calloc(r->source->trace->node_count + 1ull, sizeof *r->paths);
  for (uint32_t i = 0; r->paths && i < e->node_count; i++)
    if (&e->processes[e->locations[e->nodes[i].location].process] == r->source->process) {
      uint32_t at = trace_node_find(r->source->trace, e->nodes[i].number);
      if (at != TRACE_NO_NODE && s->analysis.node_path[i] != NO_PATH)
        r->paths[at] = s->analysis.node_path[i];
    }
  return r->paths != NULL;
}

/* --- what belongs together in a process --- */

static int by_id(const void *x, const void *y) {
  const struct request *a = x, *b = y;
  return a->id < b->id ? -1 : a->id > b->id;
}

static uint32_t visit_at(const struct request *at, uint32_t count, uint64_t id) {
  for (uint32_t low = 0, high = count; low < high;) {
    uint32_t middle = low + (high - low) / 2;
    if (at[middle].id == id)
      return at[middle].visit;
    if (at[middle].id < id)
      low = middle + 1;
    else
      high = middle;
  }
  return NO_VISIT;
}

static const struct visit *sorted_visits;
static int by_time(const void *x, const void *y) {
  const struct part *a = x, *b = y;
  if (a->communicator != b->communicator)
    return a->communicator < b->communicator ? -1 : 1;
  uint64_t s = sorted_visits[a->visit].enter, t = sorted_visits[b->visit].enter;
  return s != t ? (s < t ? -1 : 1) : (a->visit < b->visit ? -1 : a->visit > b->visit);
}

/* Takes out sends that were cancelled: they are no messages, and another one could be taken for theirs. */
static void drop_cancelled(struct late_records *r, uint32_t sends) {
  uint32_t kept = sends;
  if (r->cancelled.count)
    qsort(r->cancelled.at, r->cancelled.count, sizeof *r->cancelled.at, by_id);
  for (uint32_t i = sends; r->cancelled.count && i < r->sends.count; i++)
    if (!r->sends.at[i].request || visit_at(r->cancelled.at, r->cancelled.count, r->sends.at[i].request) == NO_VISIT)
      r->sends.at[kept++] = r->sends.at[i];
  if (r->cancelled.count)
    r->sends.count = kept;
  r->cancelled.count = 0;
}

/* Takes out receives that began before the trace did: they come before all others of their kind. */
static void drop_begun(struct late_records *r, uint32_t receives) {
  uint32_t kept = receives;
  for (uint32_t i = receives; i < r->receives.count; i++)
    if (!r->receives.at[i].request || visit_at(r->posted.at, r->posted.count, r->receives.at[i].request) != NO_VISIT)
      r->receives.at[kept++] = r->receives.at[i];
  r->receives.count = kept;
}

static void number_parts(struct late_records *r, uint32_t first, bool ends) {
  const struct part *before = NULL;
  sorted_visits = r->visits.at;
  uint32_t count = r->parts.count - first;
  if (count)
    qsort(r->parts.at + first, count, sizeof *r->parts.at, by_time);
  for (uint32_t i = 0; i < count; i++) {
    struct part *p = &r->parts.at[ends ? r->parts.count - 1 - i : first + i];
    p->number = before && before->communicator == p->communicator ? before->number + 1 : 0;
    before = p;
  }
}

/* Joins the begins and ends of the messages that the process has added, from these on. */
static void join(struct late_records *r, uint32_t sends, uint32_t receives, uint32_t parts, bool ends) {
  drop_cancelled(r, sends);
  if (r->posted.count)
    qsort(r->posted.at, r->posted.count, sizeof *r->posted.at, by_id);
  if (r->done.count)
    qsort(r->done.at, r->done.count, sizeof *r->done.at, by_id);
  for (uint32_t i = sends; i < r->sends.count; i++)
    if (r->sends.at[i].request)
      r->sends.at[i].end = visit_at(r->done.at, r->done.count, r->sends.at[i].request);
  if (ends)
    drop_begun(r, receives);
  for (uint32_t i = receives; i < r->receives.count; i++)
    if (r->receives.at[i].request) {
      uint32_t begin = visit_at(r->posted.at, r->posted.count, r->receives.at[i].request);
      r->receives.at[i].begin = begin != NO_VISIT ? begin : r->receives.at[i].end;
    }
  r->posted.count = r->done.count = 0;
  number_parts(r, parts, ends);
}

bool late_read(struct late_records *r, const struct source *s, bool ends) {
  bool good = true;
  memset(r, 0, sizeof *r);
  for (uint32_t i = 0; good && i < s->job->count; i++) {
    struct reader reader = {.to = r, .whole = s, .source = &s->job->ranks[i]};
    const struct trace *t = reader.source->trace;
    uint32_t sends = r->sends.count, receives = r->receives.count, parts = r->parts.count;
    reader.from = trace_complete_from(t);
    good = find_paths(&reader);
    for (uint32_t k = 0; good && k < t->stream_count; k++)
      if (t->streams[k].location != POMP_TRACE_DEFINITIONS)
        good = read_stream(&reader, &t->streams[k]);
    free(reader.paths);
    if (good)
      join(r, sends, receives, parts, ends);
  }
  return good;
}

void late_records_free(struct late_records *r) {
  free(r->visits.at);
  free(r->sends.at);
  free(r->receives.at);
  free(r->parts.at);
  free(r->posted.at);
  free(r->done.at);
  free(r->cancelled.at);
}
