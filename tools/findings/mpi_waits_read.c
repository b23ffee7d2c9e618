/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mpi_waits_read.c - goes through the traces of a job's ranks and keeps what is of messages and collective operations.
 * Not here: what mpi_waits_read.h says. */
#include "findings/mpi_waits_read.h"
#include "files/replay.h"
#include "pomp_array.h"
#include "pomp_mpi_waits.h"

#include <stdlib.h>
#include <string.h>

/* This is an MPI function that is open. Callbacks may call others inside of it. */
struct open {
  uint32_t node, visit;
  uint64_t enter, inside; /* ns */
  uint64_t called;        /* when the region was entered that it has called, or 0 */
};
enum { OPEN = 8, MEETS = 2 };

struct reader {
  struct late_records *to;
  const struct traced_run *whole, *source;
  uint32_t location;    /* of the experiment */
  unsigned char *waits; /* by node of the trace: 1 if its function may wait, MEETS if all ranks meet there */
  bool no_memory;
  uint64_t from; /* what began before is left out */
  struct open open[OPEN];
  unsigned depth;
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
static bool is_blocking(const struct reader *r, uint32_t node) {
  return strncmp(r->whole->analysis.regions[r->source->regions[node]].name, "MPI_I", 5) != 0;
}

static uint32_t path_of(const struct reader *r, uint32_t node) {
  const uint32_t path = r->source->paths[node];
  return path == NO_PATH ? 0 : path;
}

/* Returns the visit of the function that is open, which is made if it is new, or NO_VISIT if there is no memory. */
static uint32_t visit_of(struct reader *r) {
  struct open *o = &r->open[r->depth - 1];
  if (o->visit != NO_VISIT)
    return o->visit;
  uint32_t number = r->to->visits.count;
  ADD(r, visits,
      (struct visit){.enter = o->enter,
                     .leave = r->whole->end,
                     .path = path_of(r, o->node),
                     .process = r->source->number,
                     .location = r->location,
                     .by = NO_VISIT,
                     .blocking = is_blocking(r, o->node)});
  o->visit = r->no_memory ? NO_VISIT : number;
  return o->visit;
}

static uint32_t rank_of(const struct reader *r) { return r->source->process->header.rank; }

static void take_message(struct reader *r, const struct trace_record *record, bool sent, uint32_t visit) {
  const uint64_t *a = record->arguments;
  const struct called *c = job_traces_called(r->whole->job, r->source->number, a[0]);
  if (!c || a[1] > UINT32_MAX) {
    r->to->visits.at[visit].uncertain = true;
    return;
  }
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
  const struct called *c = job_traces_called(r->whole->job, r->source->number, a[1]);
  if (!c || a[2] > UINT32_MAX || a[0] > UINT32_MAX) {
    r->to->visits.at[visit].uncertain = true;
    return;
  }
  const struct communicator *in = &r->whole->job->communicators[c->communicator];
  ADD(r, parts,
      (struct part){.communicator = c->communicator,
                    .kind = (uint32_t)a[0],
                    .process = r->source->number,
                    .rank = job_traces_member(r->whole, &in->sides[c->side], rank_of(r)),
                    .root = (uint32_t)a[2],
                    .begin = visit,
                    .end = a[0] == PART_MEETS || r->to->visits.at[visit].blocking ? visit : NO_VISIT,
                    .request = a[5]});
}

/* The ranks of a communicator meet in the function that is open. */
static void take_meeting(struct reader *r, uint64_t communicator) {
  const uint32_t visit = visit_of(r);
  const struct trace_record record = {.arguments = {PART_MEETS, communicator}};
  if (visit != NO_VISIT)
    take_part(r, &record, visit);
}

static void take(struct reader *r, const struct trace_record *record) {
  const uint64_t *a = record->arguments;
  if (r->to->meets && record->code == POMP_CODE_COMM_DESTROY)
    take_meeting(r, a[0]);
  if (r->to->meets && record->code == POMP_CODE_COMM_CREATE && (!a[2] || a[0]))
    take_meeting(r, a[2] ? a[0] : a[1]);
  if ((record->code < POMP_CODE_SEND || record->code > POMP_CODE_COLLECTIVE) &&
      record->code != POMP_CODE_COLLECTIVE_DONE && record->code != POMP_CODE_REQUEST_CANCELLED)
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
  case POMP_CODE_COLLECTIVE_DONE:
    ADD(r, over, (struct request){record->arguments[0], visit});
    break;
  case POMP_CODE_REQUEST_CANCELLED:
    ADD(r, cancelled, (struct request){record->arguments[0], visit});
    break;
  default:
    take_part(r, record, visit);
    break;
  }
}

static void enter(struct reader *r, uint32_t node, uint64_t time) {
  const struct trace_node *n = &r->source->trace->nodes[node];
  uint64_t now = traced_run_time(r->source, time);
  if (r->depth && r->open[r->depth - 1].node == n->parent)
    r->open[r->depth - 1].called = now;
  if (POMP_KEY_ROLE(n->key) == POMP_ROLE_MPI && time >= r->from && r->depth < OPEN)
    r->open[r->depth++] = (struct open){.node = node, .visit = NO_VISIT, .enter = now};
  if (r->to->meets && r->depth && r->open[r->depth - 1].node == node && r->waits[node] & MEETS)
    take_meeting(r, 0); /* MPI_COMM_WORLD */
}

/* Ends the visit of the innermost function that is open. */
static void leave(struct reader *r, uint64_t now, bool ended) {
  const struct open *o = &r->open[--r->depth];
  uint64_t gone = now > o->enter ? now - o->enter : 0;
  if (o->visit == NO_VISIT) {
    if (r->waits[o->node] == 1)
      r->to->unknown[r->source->number] += gone > o->inside ? gone - o->inside : 0;
    return;
  }
  struct visit *v = &r->to->visits.at[o->visit];
  v->leave = ended ? now : v->leave;
  v->inside = o->inside;
  v->uncertain |= !ended;
}

/* Visits that a function's exit leaves open inside of it, as a jump may, end with the function. */
static void leave_all(struct reader *r, uint32_t node, uint64_t time) {
  const struct trace *t = r->source->trace;
  uint64_t now = traced_run_time(r->source, time);
  unsigned at = r->depth;
  while (at && r->open[at - 1].node != node)
    at--;
  while (at && r->depth >= at)
    leave(r, now, true);
  struct open *o = r->depth ? &r->open[r->depth - 1] : NULL;
  if (o && o->called && t->nodes[node].parent == o->node) {
    o->inside += now - o->called;
    o->called = 0;
  }
}

static void step(struct reader *r, const struct replay *p, const struct trace_record *record, uint32_t node) {
  bool is_exit = record->code == TRACE_EXIT || record->code == POMP_CODE_EXIT_PART;
  if (record->code == TRACE_ENTER && node != TRACE_NO_NODE)
    enter(r, node, record->time);
  else if (is_exit && node != TRACE_NO_NODE && r->depth)
    leave_all(r, node, record->time);
  else if (r->depth && p->current == r->open[r->depth - 1].node)
    take(r, record);
}

static bool read_stream(struct reader *r, const struct trace_stream *stream) {
  struct replay p;
  struct trace_cursor c;
  struct trace_record record;
  uint32_t node;
  r->depth = 0;
  r->location = r->source->first_location + stream->location;
  replay_begin(&p, r->source->trace, stream->location, NULL);
  r->no_memory |= !trace_cursor_begin(&c, r->source->trace, stream);
  while (!r->no_memory && trace_next(&c, &record))
    if (record.code == TRACE_RESUME) {
      r->no_memory |= !replay_resume(&p, &c.state, record.time);
      r->depth = 0;
    } else if (replay_step(&p, &record, &node))
      step(r, &p, &record, node);
  while (r->depth)
    leave(r, traced_run_time(r->source, r->source->end), false);
  trace_cursor_end(&c);
  replay_end(&p);
  return !r->no_memory;
}

/* True of functions in which all ranks meet, and that leave no record of it. */
static bool all_meet(const char *name) {
  return strcmp(name, "MPI_Init") == 0 || strcmp(name, "MPI_Init_thread") == 0 || strcmp(name, "MPI_Finalize") == 0;
}

static bool find_waits(struct reader *r) {
  const struct experiment *e = r->whole->experiment;
  const struct traced_run *rank = r->source;
  r->waits = calloc(rank->trace->node_count + 1ull, 1);
  for (uint32_t i = 0; r->waits && i < rank->trace->node_count; i++)
    if (POMP_KEY_ROLE(rank->keys[i]) == POMP_ROLE_MPI) {
      const char *name = e->constructs[POMP_KEY_CONSTRUCT(rank->keys[i]) - 1].name;
      r->waits[i] = all_meet(name) ? MEETS : pomp_mpi_may_wait(name);
    }
  return r->waits != NULL;
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
  uint64_t s = sorted_visits[a->begin].enter, t = sorted_visits[b->begin].enter;
  return s != t ? (s < t ? -1 : 1) : (a->begin < b->begin ? -1 : a->begin > b->begin);
}

/* Takes out sends that were cancelled: they are no messages, and another one could be mistaken for theirs. */
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

/* Takes out receives that were posted before the trace began. */
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
  if (r->over.count)
    qsort(r->over.at, r->over.count, sizeof *r->over.at, by_id);
  for (uint32_t i = parts; i < r->parts.count; i++)
    if (r->parts.at[i].request)
      r->parts.at[i].end = visit_at(r->over.at, r->over.count, r->parts.at[i].request);
  r->posted.count = r->done.count = r->over.count = 0;
  number_parts(r, parts, ends);
}

static bool read_rank(struct late_records *r, const struct traced_run *s, uint32_t number, bool ends) {
  struct reader reader = {.to = r, .whole = s, .source = &s->job->ranks[number]};
  const struct trace *t = reader.source->trace;
  uint32_t sends = r->sends.count, receives = r->receives.count, parts = r->parts.count;
  reader.from = trace_complete_from(t);
  bool good = find_waits(&reader);
  for (uint32_t k = 0; good && k < t->stream_count; k++)
    if (t->streams[k].location != POMP_TRACE_DEFINITIONS)
      good = read_stream(&reader, &t->streams[k]);
  free(reader.waits);
  if (good)
    join(r, sends, receives, parts, ends);
  return good;
}

bool late_read(struct late_records *r, const struct traced_run *s, bool ends) {
  bool good = true;
  r->unknown = calloc(s->job->count + 1ull, sizeof *r->unknown);
  good = r->unknown != NULL;
  for (uint32_t i = 0; good && i < s->job->count; i++) {
    good = traced_run_enter(s, i) && read_rank(r, s, i, ends);
    traced_run_leave(s, i);
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
  free(r->over.at);
  free(r->unknown);
}
