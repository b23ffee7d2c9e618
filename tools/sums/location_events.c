/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* location_events.c - goes through a location's records and tells what happened, in order and complete.
 * Not here: the records' form and rules (tools/files). */
#include "sums/location_events.h"
#include "base/progress.h"
#include "pomp_array.h"
#include "pomp_varint.h"

#include <stdlib.h>
#include <string.h>

/* This is in the stack of what is open: the regions below it are suspended. */
#define MARK TRACE_NO_NODE

static void put(struct walk *w, struct event e);

/* Tells that a critical section is free, which comes after the leave of its block, and after the metrics at that. */
static void put_freed(struct walk *w) {
  uint64_t lock = w->freed;
  w->freed = 0;
  if (lock)
    put(w, (struct event){.kind = EVENT_LOCK_RELEASE, .time = w->freed_at, .lock = lock});
}

static void put(struct walk *w, struct event e) {
  struct sink *sink = w->sink;
  if (e.kind != EVENT_METRICS)
    put_freed(w);
  e.time = e.time > sink->last ? e.time : sink->last;
  sink->last = w->last = e.time;
  e.location = w->location;
  e.os_thread = e.kind == EVENT_TEAM_BEGIN ? w->os_thread : 0;
  e.team = w->in_team ? w->source->experiment->locations[w->location].parent : NO_LOCATION;
  if (e.task)
    e.task += (uint64_t)w->source->first_location << 32;
  if (e.kind != EVENT_FORK)
    e.team_size = w->team_size;
  if (!sink->refused && !sink->take(sink->context, &e))
    sink->refused = true;
}

/* Passes an event on if the receiver asked for states. */
static void put_state(struct walk *w, struct event e) {
  if (w->sink->states)
    put(w, e);
}

static uint32_t key_of(const struct walk *w, uint32_t node) {
  return w->source->keys ? w->source->keys[node] : w->source->trace->nodes[node].key;
}

static uint64_t lock_of(const struct walk *w, uint32_t key) {
  return POMP_KEY_ROLE(key) == POMP_ROLE_CRITICAL_BLOCK && POMP_KEY_CONSTRUCT(key)
             ? EVENT_NAMED | w->source->named[POMP_KEY_CONSTRUCT(key) - 1]
             : 0;
}

/* --- what is open --- */

#define OPEN_MAX (1u << 26)

static void push(struct walk *w, uint32_t node) {
  if (w->count == OPEN_MAX || !POMP_ARRAY_ROOM(w->open, w->room, w->count + 1ull)) {
    w->no_memory = true;
    return;
  }
  w->open[w->count++] = (struct open){node, false};
}

/* Enters a region. A node of role BLAME has none, and nothing that is sound enters it. */
static void enter(struct walk *w, uint32_t node, uint64_t time, uint32_t flags) {
  if (w->source->regions[node] == NO_REGION)
    return;
  uint32_t key = key_of(w, node);
  uint64_t lock = lock_of(w, key);
  push(w, node);
  if (lock && !(flags & EVENT_CONTINUED))
    put(w, (struct event){.kind = EVENT_LOCK_ACQUIRE, .time = time, .lock = lock});
  put(w, (struct event){.kind = EVENT_ENTER,
                        .flags = flags,
                        .time = time,
                        .node = node,
                        .region = w->source->regions[node],
                        .role = POMP_KEY_ROLE(key)});
}

/* Leaves what was entered last, which is not a mark. */
static void leave_one(struct walk *w, uint64_t time, uint32_t flags) {
  struct open o = w->open[--w->count];
  uint32_t key = key_of(w, o.node);
  uint64_t lock = lock_of(w, key);
  if (o.forked)
    put(w, (struct event){.kind = EVENT_JOIN, .time = time});
  put(w, (struct event){.kind = EVENT_LEAVE,
                        .flags = flags,
                        .time = time,
                        .node = o.node,
                        .region = w->source->regions[o.node],
                        .role = POMP_KEY_ROLE(key)});
  if (lock && !(flags & EVENT_CONTINUED)) {
    w->freed = lock;
    w->freed_at = time;
  }
}

/* Lets the visits go on that the task at the top has interrupted. */
static void pop_mark(struct walk *w, uint64_t time) {
  put_state(w, (struct event){.kind = EVENT_GO_ON, .time = time});
  w->count--;
}

/* Leaves all that the present task has open. */
static void leave_inside(struct walk *w, uint64_t time, uint32_t flags) {
  while (w->count && w->open[w->count - 1].node != MARK)
    leave_one(w, time, flags);
}

static void leave_all(struct walk *w, uint64_t time, uint32_t flags) {
  leave_inside(w, time, flags);
  for (; w->count; leave_inside(w, time, flags))
    pop_mark(w, time);
  w->in_barrier = false;
}

static void leave(struct walk *w, uint32_t node, uint64_t time) {
  uint32_t at = w->count;
  while (at && w->open[at - 1].node != MARK && w->open[at - 1].node != node)
    at--;
  if (!at || w->open[at - 1].node != node)
    return;
  while (w->count > at)
    leave_one(w, time, EVENT_UNFINISHED);
  leave_one(w, time, 0);
}

/* --- teams --- */

static void end_team(struct walk *w, uint64_t time) {
  if (w->in_team)
    put(w, (struct event){.kind = EVENT_TEAM_END, .time = time});
  w->in_team = false;
}

static void begin_team(struct walk *w, const struct trace_record *r, uint32_t node) {
  leave_all(w, w->last, EVENT_UNFINISHED);
  end_team(w, w->last);
  w->in_team = w->source->experiment->locations[w->location].parent != NO_LOCATION;
  w->team_size = r->arguments[2] < UINT32_MAX ? (uint32_t)r->arguments[2] : 0;
  if (r->count > 4 && r->arguments[4])
    w->os_thread = (uint32_t)r->arguments[4];
  if (w->in_team)
    put(w, (struct event){EVENT_TEAM_BEGIN, 0, r->time, .node = node, .ticks = r->arguments[3]});
}

/* Begins the barrier at the end of a team: its record comes only when it is over, with tasks in between. */
static void begin_barrier(struct walk *w, uint32_t team, uint64_t time) {
  const struct trace_node *t = &w->source->trace->nodes[team];
  uint32_t key = POMP_KEY(POMP_KEY_CONSTRUCT(t->key), POMP_ROLE_BARRIER);
  uint32_t n = trace_child(w->source->trace, team, t->location, key);
  if (n != TRACE_NO_NODE)
    enter(w, n, time, 0);
  w->in_barrier = true;
}

static void end_barrier(struct walk *w, uint64_t time) {
  if (w->in_barrier) {
    uint32_t team = w->count;
    while (team &&
           (w->open[team - 1].node == MARK || POMP_KEY_ROLE(key_of(w, w->open[team - 1].node)) != POMP_ROLE_TEAM))
      team--;
    while (team && w->count >= team)
      if (w->open[w->count - 1].node == MARK)
        pop_mark(w, time);
      else
        leave_one(w, time, 0);
  }
  w->in_barrier = false;
  end_team(w, time);
}

/* Tells of a fork. Not all traces have the size that was asked for; then it is the size of the largest team that
 * came of it. */
static void fork_team(struct walk *w, uint32_t node, const struct trace_record *r) {
  uint64_t asked = r->arguments[1];
  if (!w->count || w->open[w->count - 1].node != node || POMP_KEY_ROLE(key_of(w, node)) != POMP_ROLE_FORK ||
      w->open[w->count - 1].forked)
    return; /* the code is not instrumented, so nothing would tell of the join */
  w->open[w->count - 1].forked = true;
  w->generation = (uint32_t)r->arguments[0];
  put(w, (struct event){.kind = EVENT_FORK,
                        .time = r->time,
                        .team_size = asked && asked < UINT32_MAX ? (uint32_t)asked : w->source->forks[w->location]});
}

/* --- tasks --- */

/* Begins or resumes a task. Without OMPT it has no number, and its regions are all that is known of it. */
static void take_up(struct walk *w, uint64_t task, uint64_t time) {
  if (task)
    put(w, (struct event){.kind = EVENT_TASK_SWITCH, .time = time, .task = task});
  put_state(w, (struct event){.kind = EVENT_SUSPEND, .time = time});
  push(w, MARK);
}

static void put_down(struct walk *w, uint64_t task, bool over, uint64_t time) {
  leave_inside(w, time, over ? EVENT_UNFINISHED : EVENT_CONTINUED);
  if (w->count)
    pop_mark(w, time);
  if (task && over)
    put(w, (struct event){.kind = EVENT_TASK_COMPLETE, .time = time, .task = task});
  if (task)
    put(w, (struct event){.kind = EVENT_TASK_SWITCH, .time = time, .task = w->replay.task});
}

/* --- metrics --- */

static void forget_metrics(struct walk *w) {
  for (uint32_t i = 0; i < w->source->experiment->metric_count; i++)
    w->sink->counted[i].known = false;
}

static void put_metrics(struct walk *w, const struct trace_record *r) {
  uint64_t first = r->arguments[0], count = r->count ? r->count - 1 : 0;
  int64_t sums[EVENT_METRICS_MAX];
  if (w->source->no_metrics || first % EVENT_METRICS_MAX || count > EVENT_METRICS_MAX ||
      first >= w->source->experiment->metric_count || count > w->source->experiment->metric_count - first)
    return;
  for (uint64_t i = 0; i < count; i++) {
    struct counted *c = &w->sink->counted[first + i];
    int64_t value = pomp_unzigzag(r->arguments[1 + i]);
    if (c->known)
      c->sum = (int64_t)((uint64_t)c->sum + (uint64_t)value - (uint64_t)c->read);
    c->read = value;
    c->known = true;
    sums[i] = c->sum;
  }
  put(w, (struct event){.kind = EVENT_METRICS,
                        .time = r->time,
                        .metric = (uint32_t)first,
                        .metrics = (uint32_t)count,
                        .values = sums});
}

/* --- all of it --- */

static void put_alive(struct walk *w, uint64_t time, bool on) {
  put_state(w, (struct event){.kind = EVENT_ALIVE, .time = time, .node = w->replay.root, .on = on});
}

/* Opens what was open when the chunk began: first what the suspended tasks have open, the outermost of them first. */
static bool resume(struct walk *w, const struct trace_state *s, uint64_t time) {
  leave_all(w, time, EVENT_UNFINISHED);
  forget_metrics(w);
  w->os_thread = 0;
  if (!replay_resume(&w->replay, s, time))
    return false;
  if (w->in_team && !s->team_size)
    end_team(w, time);
  if ((s->suspended ? s->frames[s->suspended - 1].base : s->base) == w->replay.root)
    put_alive(w, time, true);
  w->team_size = s->team_size;
  if (!w->in_team && s->team_size && w->source->experiment->locations[w->location].parent != NO_LOCATION) {
    w->in_team = true;
    put(w, (struct event){EVENT_TEAM_BEGIN, EVENT_CONTINUED, time, .node = w->replay.base});
  }
  for (uint32_t i = s->suspended + 1; i-- > 0;) {
    uint32_t current = i ? s->frames[i - 1].current : s->current, base = i ? s->frames[i - 1].base : s->base;
    uint32_t first = w->count;
    for (uint32_t n = current; n != base; n = w->source->trace->nodes[n].parent)
      push(w, n); /* innermost first */
    uint32_t count = w->no_memory ? 0 : w->count - first;
    uint32_t *nodes = malloc((count + 1ull) * sizeof *nodes);
    if (!nodes)
      return false;
    for (uint32_t k = 0; k < count; k++)
      nodes[k] = w->open[first + count - 1 - k].node;
    w->count = first;
    for (uint32_t k = 0; k < count; k++)
      enter(w, nodes[k], time, EVENT_CONTINUED);
    free(nodes);
    if (i)
      take_up(w, i - 1 ? s->frames[i - 2].task : s->task, time);
  }
  return true;
}

static void put_mpi(struct walk *w, const struct trace_record *r) {
  uint32_t node = w->count ? w->open[w->count - 1].node : MARK;
  if (w->source->job && node != MARK && POMP_KEY_ROLE(key_of(w, node)) == POMP_ROLE_MPI)
    put(w, (struct event){.kind = EVENT_MPI, .time = r->time, .region = w->source->regions[node], .record = r});
}

static void tell_team(struct walk *w, const struct trace_record *r, uint32_t node) {
  switch (r->code) {
  case POMP_CODE_THREAD_BEGIN:
    w->os_thread = (uint32_t)r->arguments[0];
    forget_metrics(w);
    put_alive(w, r->time, true);
    break;
  case POMP_CODE_THREAD_END:
    put_alive(w, r->time, false);
    break;
  case POMP_CODE_FORK:
    fork_team(w, node, r);
    break;
  case POMP_CODE_TEAM_ENTER:
    if (w->is_first)
      forget_metrics(w);
    begin_team(w, r, node);
    break;
  case POMP_CODE_TEAM_END:
    begin_barrier(w, node, r->time);
    break;
  case POMP_CODE_TEAM_BARRIER:
    end_barrier(w, r->time);
    break;
  default: /* TEAM_LEAVE */
    leave_all(w, r->time, EVENT_UNFINISHED);
    end_team(w, r->time);
    break;
  }
}

static void tell_task(struct walk *w, const struct trace_record *r, uint64_t task) {
  switch (r->code) {
  case POMP_CODE_TASK_CREATE:
    put(w, (struct event){.kind = EVENT_TASK_CREATE, .time = r->time, .task = r->arguments[0]});
    break;
  case POMP_CODE_TASK_TAKE:
    take_up(w, r->arguments[0], r->time);
    break;
  case POMP_CODE_TASK_BACK:
    put_down(w, task, r->arguments[0] == 0, r->time);
    break;
  default: /* TASK_LEAVE */
    leave_inside(w, r->time, EVENT_CONTINUED);
    break;
  }
}

/* Tells of what neither opens nor ends a visit. */
static void tell_beside(struct walk *w, const struct trace_record *r, uint32_t node) {
  switch (r->code) {
  case POMP_CODE_BLAME:
  case POMP_CODE_BLAME_LATE:
    put_state(w, (struct event){.kind = r->code == POMP_CODE_BLAME ? EVENT_BLAME : EVENT_BLAME_LATE,
                                .time = r->time,
                                .node = w->source->trace->nodes[node].parent,
                                .holder = (uint32_t)r->arguments[1],
                                .ticks = r->arguments[2]});
    break;
  case POMP_CODE_LOCK_ACQUIRE:
  case POMP_CODE_LOCK_RELEASE:
    put(w, (struct event){.kind = r->code == POMP_CODE_LOCK_ACQUIRE ? EVENT_LOCK_ACQUIRE : EVENT_LOCK_RELEASE,
                          .time = r->time,
                          .lock = r->arguments[0] & ~EVENT_NAMED});
    break;
  case POMP_CODE_SWITCH:
    put(w, (struct event){.kind = EVENT_SWITCH, .time = r->time, .on = r->arguments[0] != 0});
    break;
  case POMP_CODE_FLUSH:
    put(w, (struct event){.kind = EVENT_FLUSH, .time = r->time, .ticks = r->arguments[0]});
    break;
  default:
    break;
  }
}

/* Tells what a record means; `task` is the one that was executing before it. */
static void tell(struct walk *w, const struct trace_record *r, uint32_t node, uint64_t task) {
  switch (r->code) {
  case TRACE_ENTER:
    enter(w, node, r->time, 0);
    break;
  case POMP_CODE_REENTER:
  case POMP_CODE_REOPEN:
    enter(w, node, r->time, EVENT_CONTINUED);
    break;
  case TRACE_EXIT:
  case POMP_CODE_EXIT_PART:
    leave(w, node, r->time);
    break;
  case POMP_CODE_METRICS:
    put_metrics(w, r);
    break;
  case POMP_CODE_THREAD_BEGIN:
  case POMP_CODE_THREAD_END:
  case POMP_CODE_FORK:
  case POMP_CODE_TEAM_ENTER:
  case POMP_CODE_TEAM_END:
  case POMP_CODE_TEAM_BARRIER:
  case POMP_CODE_TEAM_LEAVE:
    tell_team(w, r, node);
    break;
  case POMP_CODE_TASK_CREATE:
  case POMP_CODE_TASK_TAKE:
  case POMP_CODE_TASK_BACK:
  case POMP_CODE_TASK_LEAVE:
    tell_task(w, r, task);
    break;
  case POMP_CODE_SEND:
  case POMP_CODE_RECEIVE:
  case POMP_CODE_ISEND:
  case POMP_CODE_ISEND_DONE:
  case POMP_CODE_IRECEIVE_REQUEST:
  case POMP_CODE_IRECEIVE:
  case POMP_CODE_COLLECTIVE:
  case POMP_CODE_COLLECTIVE_DONE:
  case POMP_CODE_REQUEST_CANCELLED:
  case POMP_CODE_COMM_CREATE:
  case POMP_CODE_COMM_DESTROY:
    put_mpi(w, r);
    break;
  default:
    tell_beside(w, r, node);
    break;
  }
}

/* --- what events.c calls --- */

static void read_next(struct walk *w) {
  w->over = w->no_memory || !trace_next(&w->cursor, &w->next);
  progress_add(w->cursor.next_chunk - w->chunk);
  w->chunk = w->cursor.next_chunk;
}

bool walk_begin(struct walk *w, const struct traced_run *s, struct sink *sink, const struct trace_stream *stream,
                bool is_first) {
  *w = (struct walk){.source = s,
                     .sink = sink,
                     .location = s->first_location + stream->location,
                     .last = s->begin,
                     .is_first = is_first};
  replay_begin(&w->replay, s->trace, stream->location, NULL);
  if (!trace_cursor_begin(&w->cursor, s->trace, stream))
    return false;
  read_next(w);
  return true;
}

void walk_end(struct walk *w) {
  trace_cursor_end(&w->cursor);
  replay_end(&w->replay);
  free(w->open);
}

void walk_step(struct walk *w) {
  uint64_t task = w->replay.task;
  uint32_t node;
  if (w->next.code == TRACE_RESUME)
    w->no_memory |= !resume(w, &w->cursor.state, w->next.time);
  else if (replay_step(&w->replay, &w->next, &node))
    tell(w, &w->next, node, task);
  w->no_memory |= w->replay.no_memory;
  read_next(w);
}

/* Ends a barrier at the end of a team whose member has not learned of that: the profile knows when the team was joined,
 * or that it was not. */
static void finish_barrier(struct walk *w) {
  const struct experiment *e = w->source->experiment;
  const struct location *l = &e->locations[w->location];
  if (!w->in_barrier || !l->team || !l->arrived || l->parent == NO_LOCATION)
    return;
  const uint64_t joined = e->locations[l->parent].joined;
  if (joined >= l->arrived && joined <= w->source->end)
    end_barrier(w, joined);
  else if (joined < l->arrived)
    w->last = w->source->end;
}

void walk_finish(struct walk *w) {
  bool cut = w->cursor.broken || w->source->trace->cut_off; /* what came after is not known */
  if (!cut)
    finish_barrier(w);
  bool idle = w->in_team && (!w->count || w->in_barrier); /* nothing tells when the team was over */
  uint64_t end = idle || cut ? w->last : w->source->end;
  if (!w->hidden)
    leave_all(w, end, EVENT_UNFINISHED);
  end_team(w, end);
  put_freed(w);
}

void walk_hide(struct walk *w) {
  for (uint32_t i = w->count; i-- > 0;) {
    struct open *o = &w->open[i];
    if (o->node == MARK) {
      put_state(w, (struct event){.kind = EVENT_GO_ON});
      continue;
    }
    if (o->forked)
      put(w, (struct event){.kind = EVENT_JOIN});
    o->forked = false; /* no event could tell that the team goes on */
    put(w, (struct event){.kind = EVENT_LEAVE,
                          .flags = w->over ? EVENT_UNFINISHED : EVENT_CONTINUED,
                          .node = o->node,
                          .region = w->source->regions[o->node],
                          .role = POMP_KEY_ROLE(key_of(w, o->node))});
  }
  w->hidden = true;
}

void walk_show(struct walk *w) {
  w->hidden = false;
  for (uint32_t i = 0; i < w->count; i++)
    if (w->open[i].node == MARK)
      put_state(w, (struct event){.kind = EVENT_SUSPEND});
    else
      put(w, (struct event){.kind = EVENT_ENTER,
                            .flags = EVENT_CONTINUED,
                            .node = w->open[i].node,
                            .region = w->source->regions[w->open[i].node],
                            .role = POMP_KEY_ROLE(key_of(w, w->open[i].node))});
}
