/* perfetto_flows.c - numbers messages, sends and receives alike: MPI matches those of a communicator, sender, receiver
 * and tag in the order in which they begin. Not here: what perfetto_flows.h says. */
#include "perfetto_flows.h"
#include "job.h"

#include <stdlib.h>
#include <string.h>

void flows_begin(struct flows *f) {
  memset(f, 0, sizeof *f);
  numbers_begin(&f->kinds);
}

void flows_end(struct flows *f) {
  numbers_end(&f->kinds);
  free(f->counts);
  free(f->queue);
}

/* Counts from 0 on. False: no memory. */
static bool kind_of(struct flows *f, const struct source *s, const struct trace_record *r, bool sent, uint32_t *kind) {
  const uint64_t *a = r->arguments;
  const struct called *c = job_called(s->job, s->number, a[0]);
  uint64_t own = s->process->header.rank;
  uint64_t from = sent ? own : a[1], to = sent ? a[1] : own;
  *kind = numbers_of(&f->kinds, (uint64_t)(c ? c->communicator : UINT32_MAX) << 32 | (uint32_t)a[2],
                     from << 32 | (uint32_t)to);
  if (*kind == NUMBERS_NONE)
    return false;
  if (*kind >= f->room) {
    uint32_t room = f->room ? f->room * 2 : 64;
    uint64_t *more = realloc(f->counts, 2ull * room * sizeof *more);
    if (!more)
      return false;
    memset(more + 2ull * f->room, 0, 2ull * (room - f->room) * sizeof *more);
    f->counts = more;
    f->room = room;
  }
  return true;
}

bool flows_sent(struct flows *f, const struct source *s, const struct trace_record *r, struct flow *flow) {
  if (!kind_of(f, s, r, true, &flow->kind))
    return false;
  flow->count = f->counts[2ull * flow->kind]++;
  return true;
}

static bool add(struct flows *f, struct receive r) {
  if (f->first + f->queued == f->queue_room && f->first > f->queued) {
    memmove(f->queue, f->queue + f->first, f->queued * sizeof *f->queue);
    f->first = 0;
  }
  if (f->first + f->queued == f->queue_room) {
    uint32_t room = f->queue_room ? f->queue_room * 2 : 64;
    struct receive *more = room < UINT32_MAX / 2 ? realloc(f->queue, room * sizeof *more) : NULL;
    if (!more)
      return false;
    f->queue = more;
    f->queue_room = room;
  }
  f->queue[f->first + f->queued++] = r;
  return true;
}

bool flows_posted(struct flows *f, const struct trace_record *r) {
  return add(f, (struct receive){.request = r->arguments[0]});
}

bool flows_received(struct flows *f, const struct source *s, const struct trace_record *r, uint64_t ns,
                    uint32_t location) {
  struct receive receive = {.ns = ns, .location = location, .over = true};
  if (!kind_of(f, s, r, false, &receive.kind))
    return false;
  if (r->code == POMP_CODE_IRECEIVE)
    for (uint32_t i = f->first; i < f->first + f->queued; i++)
      if (!f->queue[i].over && f->queue[i].request == r->arguments[4]) {
        f->queue[i] = receive;
        return true;
      }
  return add(f, receive);
}

bool flows_next(struct flows *f, bool last, struct receive *receive, struct flow *flow) {
  while (last && f->queued && !f->queue[f->first].over) { /* it was cancelled */
    f->first++;
    f->queued--;
  }
  if (!f->queued || !f->queue[f->first].over)
    return false;
  *receive = f->queue[f->first++];
  f->queued--;
  *flow = (struct flow){receive->kind, f->counts[2ull * receive->kind + 1]++};
  return true;
}
