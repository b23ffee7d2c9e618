/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* critical_collect.c - notes where each thread waited, and what it did that others may have waited for.
 * Not here: who waited for whom (critical_resolve.c), MPI, of which the caller tells (find_critical.h). */
#include "findings/critical_steps.h"
#include "pomp_array.h"

#include <stdlib.h>

/* This is what is open. It may be where a thread waits, and executes tasks until then: then it has had nothing to do
 * since `idle`. */
struct frame {
  uint64_t enter, idle;
  uint32_t node; /* MARK: a task has interrupted what is below */
  bool waits;
};
#define MARK TRACE_NO_NODE

/* An enter or leave is held back until it is known how long was waited before it. */
struct collector {
  struct thread *thread;
  const struct traced_run *source;
  uint32_t number; /* of the thread */
  struct frame *frames;
  uint32_t count, room;
  struct event held;
  uint64_t blamed;                /* ticks */
  uint64_t acquired, acquired_at; /* the lock that was got last, and the tick */
  uint64_t task;                  /* that is executed; 0: an implicit one */
  uint64_t left;                  /* since then nothing is open */
  uint32_t role;                  /* of the region that was left last */
  bool holds, has_acquired, taken, no_memory;
};

static void add_wait(struct collector *c, struct wait w) {
  struct thread *t = c->thread;
  w.by = c->number;
  if (POMP_ARRAY_ROOM(t->waits, t->wait_room, t->wait_count + 1ull))
    t->waits[t->wait_count++] = w;
  else
    c->no_memory = true;
}

static void add_release(struct collector *c, enum release_kind kind, uint64_t key, uint64_t at) {
  struct thread *t = c->thread;
  if (POMP_ARRAY_ROOM(t->releases, t->release_room, t->release_count + 1ull))
    t->releases[t->release_count++] = (struct release){key, at, c->number, kind};
  else
    c->no_memory = true;
}

static uint64_t ns_of(const struct collector *c, uint64_t tick) { return traced_run_ns(c->source, tick); }

/* --- locks --- */

/* The same lock's address may be another lock in another process. */
static uint64_t lock_of(const struct collector *c, uint64_t lock) { return lock ^ (uint64_t)c->source->number << 40; }

/* The blocks of an ordered construct follow each other in a team as those of a critical one do. */
static uint64_t ordered_of(const struct collector *c, const struct event *e) {
  uint64_t construct = POMP_KEY_CONSTRUCT(c->source->trace->nodes[e->node].key);
  return 1ull << 62 | ((uint64_t)e->team << 30 ^ construct);
}

/* The event that is held back comes after a wait. */
static void put_blamed(struct collector *c) {
  const struct event *e = &c->held;
  bool got = c->has_acquired && c->acquired_at >= e->time;
  bool ordered = e->kind == EVENT_ENTER && e->role == POMP_ROLE_ORDERED_BLOCK;
  if (c->blamed && (got || ordered))
    add_wait(c, (struct wait){.begin = ns_of(c, e->time - (c->blamed < e->time ? c->blamed : e->time)),
                              .end = ns_of(c, e->time),
                              .key = got ? c->acquired : ordered_of(c, e),
                              .kind = CRITICAL_LOCK});
  c->blamed = 0;
}

/* --- what is open --- */

static void push(struct collector *c, uint32_t node, bool waits, uint64_t now) {
  if (POMP_ARRAY_ROOM(c->frames, c->room, c->count + 1ull))
    c->frames[c->count++] = (struct frame){now, now, node, waits};
  else
    c->no_memory = true;
}

/* Removes the node's frame and all frames inside of it, and returns it. */
static struct frame pop(struct collector *c, uint32_t node, uint64_t now) {
  struct frame found = {now, now, node, false};
  uint32_t at = c->count;
  while (at && c->frames[at - 1].node != node)
    at--;
  if (at)
    found = c->frames[c->count = at - 1];
  return found;
}

static uint64_t parent_of(const struct collector *c, const struct event *e) {
  return c->task ? c->task : OF_LOCATION | e->location;
}

/* A wait is over. That of a member which the trace does not see leave counts, as others may have waited for it. */
static void put_waited(struct collector *c, const struct event *e, const struct frame *f, uint64_t now) {
  uint32_t team = c->source->experiment->locations[e->location].parent;
  bool over = !(e->flags & EVENT_UNFINISHED);
  if (e->flags & EVENT_CONTINUED)
    return;
  if (e->role == POMP_ROLE_BARRIER && team != NO_LOCATION)
    add_wait(
        c,
        (struct wait){
            .begin = f->idle, .end = over ? now : UINT64_MAX, .at = f->enter, .key = team, .kind = CRITICAL_BARRIER});
  else if (e->role == POMP_ROLE_TASKWAIT && over)
    add_wait(c, (struct wait){.begin = f->idle, .end = now, .key = parent_of(c, e), .kind = CRITICAL_CHILDREN});
}

/* A member of a team is done. Where the team meets at a barrier then, that tells who was the last one. */
static void put_member(struct collector *c, const struct event *e, uint64_t now) {
  uint32_t team = c->source->experiment->locations[e->location].parent;
  if (team == NO_LOCATION || c->role == POMP_ROLE_BARRIER)
    return;
  add_release(c, RELEASE_MEMBER, team, now);
  if (c->count)
    c->frames[c->count - 1].idle = now; /* that is the fork, if the member is the one that forked the team */
}

static void put_leave(struct collector *c, const struct event *e, uint64_t now) {
  struct frame f = pop(c, e->node, now);
  if (f.waits)
    put_waited(c, e, &f, now);
  if (e->role == POMP_ROLE_TEAM && !e->flags)
    put_member(c, e, now);
  if (e->role == POMP_ROLE_FORK && !e->flags)
    add_wait(c, (struct wait){.begin = f.idle, .end = now, .key = e->location, .kind = CRITICAL_JOIN});
  c->left = now;
  c->role = e->role;
  if (e->role == POMP_ROLE_ORDERED_BLOCK && !e->flags)
    add_release(c, RELEASE_LOCK, ordered_of(c, e), now);
}

/* A task is taken, perhaps where there was nothing else to do. */
static void put_taken(struct collector *c, uint64_t now) {
  const struct frame *f = c->count ? &c->frames[c->count - 1] : NULL;
  if (c->taken && (!f || f->waits))
    add_wait(c, (struct wait){.begin = f ? f->idle : c->left, .end = now, .key = c->task, .kind = CRITICAL_TASK});
  c->taken = false;
  push(c, MARK, false, now);
}

static void put_held(struct collector *c) {
  const struct event *e = &c->held;
  uint64_t now = ns_of(c, e->time);
  if (!c->holds)
    return;
  c->holds = false;
  put_blamed(c);
  switch (e->kind) {
  case EVENT_ENTER:
    push(c, e->node, pomp_role_is(e->role, POMP_IS_WAITING), now);
    break;
  case EVENT_LEAVE:
    put_leave(c, e, now);
    break;
  case EVENT_SUSPEND:
    put_taken(c, now);
    break;
  default: /* GO_ON */
    pop(c, MARK, now);
    c->left = now;
    c->role = POMP_ROLE_TASK;
    if (c->count)
      c->frames[c->count - 1].idle = now;
    break;
  }
}

/* --- events beside it --- */

/* A member of a team begins. Member 0 is the thread that has forked the team. */
static void put_team(struct collector *c, const struct event *e, uint64_t before, uint64_t now) {
  uint32_t forked = c->source->experiment->locations[e->location].parent;
  c->task = 0;
  c->left = now;
  if (e->location != c->thread->location || forked == NO_LOCATION)
    return;
  uint64_t since = e->ticks ? e->ticks - 1 : 0;
  add_wait(c, (struct wait){.begin = before,
                            .end = now,
                            .at = ns_of(c, e->time - (since < e->time ? since : e->time)),
                            .key = forked,
                            .kind = CRITICAL_FORK});
}

static void put_creation(struct collector *c, const struct event *e, uint64_t now) {
  struct thread *t = c->thread;
  if (POMP_ARRAY_ROOM(t->creations, t->creation_room, t->creation_count + 1ull))
    t->creations[t->creation_count++] = (struct creation){e->task, now, parent_of(c, e)};
  else
    c->no_memory = true;
}

static void put_beside(struct collector *c, const struct event *e, uint64_t before, uint64_t now) {
  switch (e->kind) {
  case EVENT_BLAME:
    c->blamed += c->holds ? e->ticks : 0;
    break;
  case EVENT_LOCK_ACQUIRE:
    c->acquired = lock_of(c, e->lock);
    c->acquired_at = e->time;
    c->has_acquired = true;
    break;
  case EVENT_LOCK_RELEASE:
    add_release(c, RELEASE_LOCK, lock_of(c, e->lock), now);
    break;
  case EVENT_TEAM_BEGIN:
    put_team(c, e, before, now);
    break;
  case EVENT_TASK_CREATE:
    put_creation(c, e, now);
    break;
  case EVENT_TASK_SWITCH:
    c->task = e->task;
    c->taken = e->task != 0;
    break;
  case EVENT_TASK_COMPLETE: /* critical_resolve.c puts the parent in place of the task */
    add_release(c, RELEASE_CHILD, e->task, now);
    break;
  default:
    break;
  }
}

static bool take(void *context, const struct event *e) {
  struct collector *c = context;
  struct thread *t = c->thread;
  uint64_t now = ns_of(c, e->time), before = t->last;
  if (!(e->flags & EVENT_UNFINISHED)) {
    t->first = t->first < now ? t->first : now;
    t->last = t->last > now ? t->last : now;
  }
  switch (e->kind) {
  case EVENT_ENTER:
  case EVENT_LEAVE:
  case EVENT_SUSPEND:
  case EVENT_GO_ON:
    put_held(c);
    c->held = *e;
    c->holds = true;
    break;
  default:
    if (e->kind != EVENT_BLAME && e->kind != EVENT_LOCK_ACQUIRE && e->kind != EVENT_METRICS)
      put_held(c);
    put_beside(c, e, before, now);
    break;
  }
  return !c->no_memory;
}

/* --- all of them --- */

static int by_task(const void *x, const void *y) {
  const struct creation *a = x, *b = y;
  return a->task < b->task ? -1 : a->task > b->task;
}

static bool collect(void *context, uint32_t i) {
  struct run *r = context;
  struct thread *t = &r->threads[i];
  struct collector c = {.thread = t, .source = t->source, .number = i};
  char error[128];
  bool good = states_of(t->source, t->location, take, &c, &t->misfits, error, sizeof error);
  put_held(&c);
  free(c.frames);
  if (t->creation_count) /* one that serves several locations has numbers of each */
    qsort(t->creations, t->creation_count, sizeof *t->creations, by_task);
  return good && !c.no_memory;
}

static bool find_threads(struct run *r) {
  const struct experiment *e = r->source->experiment;
  r->threads = calloc(e->location_count + 1ull, sizeof *r->threads);
  r->thread_of = malloc((e->location_count + 1ull) * sizeof *r->thread_of);
  if (!r->threads || !r->thread_of)
    return false;
  for (uint32_t i = 0; i < e->location_count; i++) {
    const uint32_t first = r->source->threads[i].first, process = e->locations[i].process;
    if (first == i) {
      r->threads[r->thread_count] = (struct thread){.source = traced_run_of_process(r->source, process),
                                                    .location = i,
                                                    .initial = i == e->processes[process].first_location,
                                                    .first = UINT64_MAX};
      r->thread_of[i] = r->thread_count++;
    } else
      r->thread_of[i] = r->thread_of[first];
  }
  return true;
}

bool run_collect(struct run *r) { return find_threads(r) && run_for_threads(r, collect, r); }
