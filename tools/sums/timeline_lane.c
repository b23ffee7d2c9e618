/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* timeline_lane.c - what a thread did at each time, from the events of its locations.
 * Not here: what becomes of that (timeline_encode.c, timeline_levels.c, timeline_arrows.c, timeline_counters.c). */
#include "pomp_array.h"
#include "sums/job_traces.h"
#include "sums/timeline_steps.h"

#include <stdlib.h>
#include <string.h>

struct frame {
  uint64_t begin;
  uint32_t node, window;
};

#define BLAMES 16
#define OWED 64

/* An enter or leave is held back until it is known how long was waited before it. */
struct walker {
  struct timeline *timeline;
  struct process_nodes *process;
  struct arrows *arrows;
  struct message_flows *flows;
  struct frame *frames;
  struct counting *counting;      /* by metric */
  uint64_t acquired, acquired_at; /* the lock that was got last */
  uint64_t now;                   /* ns up to which it is known what the lane did */
  struct event held;
  struct blame_of {
    uint64_t ticks;
    uint32_t holder;
  } blames[BLAMES];
  struct owed_of { /* waits of visits that have ended */
    uint32_t node, holder;
    uint64_t ticks;
  } owed[OWED];
  struct encoder encoder;
  struct summer summer;
  uint32_t lane, between; /* between: the node between tasks and the visits that they interrupt */
  uint32_t count, room, blame_count, owed_count;
  bool alive, holds, has_acquired, waits, no_memory;
};

/* --- nodes --- */

static bool in_team(const struct traced_run *s, uint32_t node) {
  const struct trace *t = s->trace;
  if (s->experiment->locations[s->first_location + t->nodes[node].location].parent != NO_LOCATION)
    return true;
  for (; node != TRACE_NO_NODE; node = t->nodes[node].parent)
    if (POMP_KEY_ROLE(t->nodes[node].key) == POMP_ROLE_TEAM)
      return true;
  return false;
}

static enum timeline_cause cause_of(const struct process_nodes *p, uint32_t node) {
  const struct traced_run *s = p->source;
  uint32_t role = POMP_KEY_ROLE(s->trace->nodes[node].key);
  if (pomp_role_is(role, POMP_IS_WAITING))
    return role == POMP_ROLE_BARRIER     ? TIMELINE_BARRIER
           : role == POMP_ROLE_CONDITION ? TIMELINE_CONDITION
                                         : TIMELINE_TASKS;
  if (role == POMP_ROLE_MPI)
    return TIMELINE_MPI;
  if (role == POMP_ROLE_FORK || role == POMP_ROLE_TEAMS)
    return TIMELINE_FORK;
  return in_team(s, node) || p->analysis->all.threads <= 1 ? TIMELINE_WORK : TIMELINE_SERIAL;
}

static uint32_t add_node(struct walker *w, struct timeline_node n) {
  struct timeline *t = w->timeline;
  if (t->node_count >= UINT32_MAX / 4 || !POMP_ARRAY_ROOM(t->nodes, t->node_room, t->node_count + 1ull)) {
    w->no_memory = true;
    return TIMELINE_NOTHING;
  }
  t->nodes[t->node_count] = n;
  t->lanes[w->lane].nodes++;
  return t->node_count++;
}

static uint32_t node_of(struct walker *w, uint32_t node, uint32_t location) {
  struct process_nodes *p = w->process;
  if (p->ids[node] == TIMELINE_NOTHING)
    p->ids[node] = add_node(w, (struct timeline_node){.location = location,
                                                      .path = p->source->paths[node],
                                                      .region = p->source->regions[node],
                                                      .cause = cause_of(p, node),
                                                      .wait_cause = TIMELINE_LOCK});
  return p->ids[node];
}

/* The profile counts what is between a task and what it has interrupted as time outside of regions, for threads that
 * have such time. */
static uint32_t between_of(struct walker *w) {
  if (w->between == TIMELINE_NOTHING)
    w->between = add_node(w, (struct timeline_node){.location = w->timeline->lanes[w->lane].location,
                                                    .path = w->alive ? 0 : NO_PATH,
                                                    .region = w->alive ? 0 : NO_REGION,
                                                    .cause = TIMELINE_FORK,
                                                    .wait_cause = TIMELINE_FORK});
  return w->between;
}

/* --- the stack --- */

static uint32_t top_of(const struct walker *w) { return w->count ? w->frames[w->count - 1].node : TIMELINE_NOTHING; }

/* Until then the lane was as it is. Time does not go back, and ends with the run. */
static void until(struct walker *w, uint64_t tick) {
  uint64_t ns = traced_run_ns(w->process->source, tick);
  ns = ns < w->timeline->end ? ns : w->timeline->end;
  ns = ns > w->now ? ns : w->now;
  sum_add(&w->summer, w->now, ns, top_of(w), w->waits);
  encode_until(&w->encoder, ns);
  w->now = ns;
}

static void put_op(struct walker *w, uint64_t op, uint64_t holder) {
  encode(&w->encoder, w->now, op, holder);
  w->waits = op == TIMELINE_WAIT;
}

static void push(struct walker *w, uint32_t node, bool goes_on) {
  if (node == TIMELINE_NOTHING || w->no_memory)
    return;
  if (!POMP_ARRAY_ROOM(w->frames, w->room, w->count + 1ull)) {
    w->no_memory = true;
    return;
  }
  put_op(w, TIMELINE_ENTER + 2ull * (node - w->timeline->lanes[w->lane].first_node) + goes_on, 0);
  w->frames[w->count++] = (struct frame){w->now, node, w->encoder.window};
}

static void pop(struct walker *w) {
  struct timeline *t = w->timeline;
  put_op(w, TIMELINE_LEAVE, 0);
  struct frame f = w->frames[--w->count];
  if (f.window == w->encoder.window)
    return;
  if (POMP_ARRAY_ROOM(t->spans, t->span_room, t->span_count + 1ull))
    t->spans[t->span_count++] = (struct timeline_span){f.begin, w->now, w->lane, f.node, w->count};
  else
    w->no_memory = true;
}

/* Leaves a node that is open, with what is inside of it. */
static void pop_node(struct walker *w, uint32_t node) {
  uint32_t at = w->count;
  while (at && w->frames[at - 1].node != node)
    at--;
  while (at && w->count >= at)
    pop(w);
}

/* Takes the waits before the event that was held back: they are laid end to end, and the last ends at the event. */
static void put_waits(struct walker *w, uint64_t tick) {
  const struct traced_run *s = w->process->source;
  uint64_t all = 0;
  for (uint32_t i = 0; i < w->blame_count; i++)
    all += w->blames[i].ticks;
  for (uint32_t i = 0; i < w->blame_count; i++) {
    uint32_t holder = w->blames[i].holder;
    if (!w->blames[i].ticks)
      continue;
    until(w, tick - (all < tick ? all : tick));
    put_op(w, TIMELINE_WAIT, holder <= s->experiment->construct_count ? w->process->holders[holder] : 0);
    all -= w->blames[i].ticks;
  }
  if (w->blame_count && w->has_acquired && w->acquired_at >= tick)
    arrows_add(w->arrows, (struct arrow_end){w->acquired, traced_run_ns(s, tick), w->lane, TIMELINE_ARROW_LOCK, true});
}

/* The trace has the times of several short waits for a lock together, in a later visit of the same call path or behind
 * it. So the timeline shows them in the next visits, a few microseconds late. */
static void take_owed(struct walker *w, uint64_t tick) {
  const struct traced_run *s = w->process->source;
  uint64_t end = traced_run_ns(s, tick), left = end > w->now ? end - w->now : 0;
  for (uint32_t i = w->owed_count; i-- > 0 && left;) {
    struct owed_of *o = &w->owed[i];
    if (o->node != top_of(w) || w->blame_count == BLAMES)
      continue;
    uint64_t ns = end - traced_run_ns(s, tick - (o->ticks < tick ? o->ticks : tick)), ticks = o->ticks;
    if (ns > left)
      ticks = (uint64_t)((double)ticks * (double)left / (double)ns);
    w->blames[w->blame_count++] = (struct blame_of){ticks, o->holder};
    left -= ns < left ? ns : left;
    o->ticks -= ticks;
    if (!o->ticks)
      *o = w->owed[--w->owed_count];
  }
}

static void put_owed(struct walker *w, const struct event *e) {
  uint32_t node = node_of(w, e->node, e->location);
  for (uint32_t i = 0; i < w->owed_count; i++)
    if (w->owed[i].node == node && w->owed[i].holder == e->holder) {
      w->owed[i].ticks += e->ticks;
      return;
    }
  if (w->owed_count < OWED && e->ticks)
    w->owed[w->owed_count++] = (struct owed_of){node, e->holder, e->ticks};
}

static void put_held(struct walker *w) {
  const struct event *e = &w->held;
  if (!w->holds)
    return;
  w->holds = false;
  if (w->owed_count && !w->blame_count && (e->kind == EVENT_ENTER || e->kind == EVENT_LEAVE))
    take_owed(w, e->time);
  put_waits(w, e->time);
  w->blame_count = 0;
  until(w, e->time);
  switch (e->kind) {
  case EVENT_ENTER:
    push(w, node_of(w, e->node, e->location), e->flags & EVENT_CONTINUED);
    break;
  case EVENT_LEAVE:
    pop_node(w, node_of(w, e->node, e->location));
    break;
  case EVENT_SUSPEND:
    push(w, between_of(w), false);
    break;
  case EVENT_GO_ON:
    pop_node(w, between_of(w));
    break;
  default: /* ALIVE */
    if (e->on && !w->alive)
      push(w, node_of(w, e->node, e->location), false);
    else if (!e->on && w->alive)
      pop_node(w, node_of(w, e->node, e->location));
    w->alive = e->on;
    break;
  }
}

/* --- events beside it --- */

static void put_counters(struct walker *w, const struct event *e) {
  uint64_t ns = traced_run_ns(w->process->source, e->time);
  for (uint32_t i = 0; i < e->metrics && w->timeline->counters; i++)
    counters_add(w->timeline, &w->counting[e->metric + i], e->metric + i, w->lane, ns, e->values[i]);
}

static uint64_t key_of(const struct message_flow *f) { return (uint64_t)f->kind << 40 ^ f->count; }

void lane_receives(struct arrows *a, struct message_flows *flows, const uint32_t *lanes, bool last) {
  struct receive r;
  struct message_flow flow;
  while (message_flows_next(flows, last, &r, &flow))
    if (flow.whole)
      arrows_add(a, (struct arrow_end){key_of(&flow), r.ns, lanes[r.location], TIMELINE_ARROW_MESSAGE, true});
}

static void put_mpi(struct walker *w, const struct event *e) {
  const struct traced_run *s = w->process->source;
  struct message_flow flow;
  bool good = true;
  switch (e->record->code) {
  case POMP_CODE_SEND:
  case POMP_CODE_ISEND:
    good = message_flows_sent(w->flows, s, e->record, &flow);
    if (good && flow.whole)
      arrows_add(w->arrows,
                 (struct arrow_end){key_of(&flow), traced_run_ns(s, e->time), w->lane, TIMELINE_ARROW_MESSAGE, false});
    break;
  case POMP_CODE_RECEIVE:
  case POMP_CODE_IRECEIVE:
    good =
        message_flows_received(w->flows, s, e->record, traced_run_ns(s, e->time), w->timeline->lanes[w->lane].location);
    break;
  case POMP_CODE_IRECEIVE_REQUEST:
    good = message_flows_posted(w->flows, e->record);
    break;
  default:
    break;
  }
  w->no_memory |= !good;
}

/* The same lock's address may be another lock in another process. */
static uint64_t lock_of(const struct walker *w, const struct event *e) {
  return e->lock ^ (uint64_t)w->process->source->number << 40;
}

static void put_arrow(struct walker *w, const struct event *e) {
  uint64_t ns = traced_run_ns(w->process->source, e->time);
  switch (e->kind) {
  case EVENT_TASK_CREATE:
    arrows_add(w->arrows, (struct arrow_end){e->task, ns, w->lane, TIMELINE_ARROW_TASK, false});
    break;
  case EVENT_TASK_SWITCH:
    if (e->task)
      arrows_add(w->arrows, (struct arrow_end){e->task, ns, w->lane, TIMELINE_ARROW_TASK, true});
    break;
  case EVENT_LOCK_ACQUIRE:
    w->acquired = lock_of(w, e);
    w->acquired_at = e->time;
    w->has_acquired = true;
    break;
  case EVENT_LOCK_RELEASE:
    arrows_add(w->arrows, (struct arrow_end){lock_of(w, e), ns, w->lane, TIMELINE_ARROW_LOCK, false});
    break;
  default:
    break;
  }
}

static bool take(void *context, const struct event *e) {
  struct walker *w = context;
  switch (e->kind) {
  case EVENT_ENTER:
  case EVENT_LEAVE:
  case EVENT_SUSPEND:
  case EVENT_GO_ON:
  case EVENT_ALIVE:
    put_held(w);
    w->held = *e;
    w->holds = true;
    break;
  case EVENT_BLAME:
    if (w->holds && w->blame_count < BLAMES)
      w->blames[w->blame_count++] = (struct blame_of){e->ticks, e->holder};
    break;
  case EVENT_BLAME_LATE:
    put_owed(w, e);
    break;
  case EVENT_METRICS:
    put_counters(w, e);
    break;
  case EVENT_MPI:
    put_mpi(w, e);
    break;
  default:
    put_arrow(w, e);
    break;
  }
  return !w->no_memory && !w->summer.no_memory && !w->encoder.no_memory;
}

/* --- all of a lane --- */

bool lane_make(struct timeline *t, struct process_nodes *p, struct arrows *arrows, struct message_flows *flows,
               uint32_t lane, char *error, size_t error_size) {
  uint32_t metrics = p->source->experiment->metric_count;
  struct walker w = {
      .timeline = t, .process = p, .arrows = arrows, .flows = flows, .lane = lane, .between = TIMELINE_NOTHING};
  t->lanes[lane].first_node = t->node_count;
  w.counting = calloc(metrics + 1ull, sizeof *w.counting);
  encode_begin(&w.encoder, t, lane);
  sum_begin(&w.summer, t, lane);
  bool good = w.counting && states_of(p->source, t->lanes[lane].location, take, &w, &t->misfits, error, error_size);
  if (good) {
    put_held(&w);
    until(&w, p->source->end);
    while (w.count)
      pop(&w);
    sum_add(&w.summer, w.now, t->end, TIMELINE_NOTHING, false);
  }
  encode_end(&w.encoder);
  sum_end(&w.summer);
  good = good && !w.no_memory && !w.summer.no_memory && !w.encoder.no_memory;
  if (!good && !*error)
    snprintf(error, error_size, "not enough memory");
  free(w.counting);
  free(w.frames);
  return good;
}

/* Constructs of a rank have other numbers in its trace than in the job. */
static void find_holders(struct process_nodes *p) {
  const struct traced_run *s = p->source;
  for (uint32_t i = 0; i < s->trace->node_count; i++) {
    uint32_t own = POMP_KEY_CONSTRUCT(s->trace->nodes[i].key);
    uint32_t common = POMP_KEY_CONSTRUCT(s->keys ? s->keys[i] : s->trace->nodes[i].key);
    if (!own || own > s->experiment->construct_count || p->holders[own])
      continue;
    uint32_t region = analysis_holder(p->analysis, common);
    p->holders[own] = region == NO_REGION ? 0 : region + 1;
  }
}

bool process_nodes_begin(struct process_nodes *p, const struct traced_run *rank, const struct analysis *a) {
  const struct experiment *e = rank->experiment;
  size_t count = rank->trace->node_count + 1ull;
  *p = (struct process_nodes){.source = rank, .analysis = a};
  p->ids = malloc(count * sizeof *p->ids);
  p->holders = calloc(e->construct_count + 1ull, sizeof *p->holders);
  if (!p->ids || !p->holders)
    return false;
  memset(p->ids, 0xff, count * sizeof *p->ids);
  find_holders(p);
  return true;
}

void process_nodes_end(struct process_nodes *p) {
  free(p->ids);
  free(p->holders);
}
