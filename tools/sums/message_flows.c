/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* message_flows.c - numbers messages, sends and receives alike: MPI matches those of a communicator, sender, receiver
 * and tag in the order in which they begin. Not here: what message_flows.h says. */
#include "sums/message_flows.h"
#include "pomp_array.h"

#include <stdlib.h>
#include <string.h>

void message_flows_begin(struct message_flows *f) {
  memset(f, 0, sizeof *f);
  numbers_begin(&f->kinds);
  numbers_begin(&f->cancelled);
}

void message_flows_end(struct message_flows *f) {
  numbers_end(&f->kinds);
  free(f->counts);
  free(f->whole);
  numbers_end(&f->cancelled);
  free(f->queue);
}

/* --- what is missing --- */

bool message_flows_look_at(struct message_flows *f, const struct traced_run *s) {
  bool good = true;
  f->ends |= s->trace->header.dropped != 0;
  for (uint32_t i = 0; good && i < s->trace->stream_count; i++) {
    struct trace_cursor c;
    struct trace_record r;
    good = trace_cursor_begin(&c, s->trace, &s->trace->streams[i]);
    while (good && trace_next(&c, &r))
      if (r.code == POMP_CODE_REQUEST_CANCELLED)
        good = numbers_of(&f->cancelled, s->number, r.arguments[0]) != NUMBERS_NONE;
    trace_cursor_end(&c);
  }
  return good;
}

bool message_flows_align(struct message_flows *f, const struct job_traces *j) {
  bool complete = true;
  for (uint32_t i = 0; i < j->count; i++)
    complete &= trace_has_end(j->ranks[i].trace);
  f->first = f->queued = 0;
  f->aligned = f->kinds.count;
  f->whole = malloc((f->aligned + 1ull) * sizeof *f->whole);
  if (!f->whole)
    return false;
  for (uint32_t i = 0; i < f->aligned; i++) {
    uint64_t *sent = &f->counts[2ull * i], *received = sent + 1, most = *sent > *received ? *sent : *received;
    uint64_t both = *sent < *received ? *sent : *received;
    bool none = f->ends ? !complete : *sent != *received;
    f->whole[i] = none ? UINT64_MAX : most - both;
    *sent = f->ends ? most - *sent : 0;
    *received = f->ends ? most - *received : 0;
  }
  return true;
}

static void number(const struct message_flows *f, struct message_flow *flow, uint64_t *count) {
  flow->count = (*count)++;
  flow->whole = !f->whole || (flow->kind < f->aligned && flow->count >= f->whole[flow->kind]);
}

/* --- numbers --- */

/* Finds the kind of a message; kinds are counted from 0 on. False if there is no memory. */
static bool kind_of(struct message_flows *f, const struct traced_run *s, const struct trace_record *r, bool sent,
                    uint32_t *kind) {
  const uint64_t *a = r->arguments;
  const struct called *c = job_traces_called(s->job, s->number, a[0]);
  uint64_t own = s->process->header.rank;
  uint64_t from = sent ? own : a[1], to = sent ? a[1] : own;
  *kind = numbers_of(&f->kinds, (uint64_t)(c ? c->communicator : UINT32_MAX) << 32 | (uint32_t)a[2],
                     from << 32 | (uint32_t)to);
  if (*kind == NUMBERS_NONE)
    return false;
  uint32_t old = f->room;
  if (!pomp_array_room((void *)&f->counts, &f->room, *kind + 1ull, 2 * sizeof *f->counts))
    return false;
  memset(f->counts + 2ull * old, 0, 2ull * (f->room - old) * sizeof *f->counts);
  return true;
}

bool message_flows_sent(struct message_flows *f, const struct traced_run *s, const struct trace_record *r,
                        struct message_flow *flow) {
  flow->whole = false;
  if (r->code == POMP_CODE_ISEND && numbers_has(&f->cancelled, s->number, r->arguments[4]))
    return true;
  if (!kind_of(f, s, r, true, &flow->kind))
    return false;
  number(f, flow, &f->counts[2ull * flow->kind]);
  return true;
}

static bool add(struct message_flows *f, struct receive r) {
  if (f->first + f->queued == f->queue_room && f->first > f->queued) {
    memmove(f->queue, f->queue + f->first, f->queued * sizeof *f->queue);
    f->first = 0;
  }
  if (!POMP_ARRAY_ROOM(f->queue, f->queue_room, (uint64_t)f->first + f->queued + 1))
    return false;
  f->queue[f->first + f->queued++] = r;
  return true;
}

bool message_flows_posted(struct message_flows *f, const struct trace_record *r) {
  return add(f, (struct receive){.request = r->arguments[0]});
}

bool message_flows_received(struct message_flows *f, const struct traced_run *s, const struct trace_record *r,
                            uint64_t ns, uint32_t location) {
  struct receive receive = {.ns = ns, .location = location, .over = true};
  if (!kind_of(f, s, r, false, &receive.kind))
    return false;
  if (r->code == POMP_CODE_IRECEIVE)
    for (uint32_t i = f->first; i < f->first + f->queued; i++)
      if (!f->queue[i].over && f->queue[i].request == r->arguments[4]) {
        f->queue[i] = receive;
        return true;
      }
  if (r->code == POMP_CODE_IRECEIVE && f->ends)
    return true; /* it began before the trace did, and so before all others of its kind */
  return add(f, receive);
}

bool message_flows_next(struct message_flows *f, bool last, struct receive *receive, struct message_flow *flow) {
  while (last && f->queued && !f->queue[f->first].over) { /* it was cancelled */
    f->first++;
    f->queued--;
  }
  if (!f->queued || !f->queue[f->first].over)
    return false;
  *receive = f->queue[f->first++];
  f->queued--;
  flow->kind = receive->kind;
  number(f, flow, &f->counts[2ull * receive->kind + 1]);
  return true;
}
