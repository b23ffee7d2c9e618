/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* replay.c - goes through a location's records, as the runtime did when it wrote them.
 * Not here: the records' form (trace_cursor.c). Who changes the runtime's rules (hot_path.h, task.c, team.c,
 * lock_holders.c, api.c) changes these; tests compare both for every program. */
#include "files/replay.h"
#include "pomp_array.h"
#include "pomp_histogram.h"

#include <stdlib.h>
#include <string.h>

/* No real program has visits or suspended tasks so deep inside of each other. */
#define DEPTH_MAX (1u << 22)

static const struct trace_node *at(const struct replay *p, uint32_t node) { return &p->trace->nodes[node]; }

static uint32_t role_of(const struct replay *p, uint32_t node) { return POMP_KEY_ROLE(at(p, node)->key); }

static struct replay_numbers *numbers(const struct replay *p, uint32_t node) {
  static _Thread_local struct replay_numbers nobody;
  return p->sums && at(p, node)->location == p->location ? &p->sums->numbers[node] : &nobody;
}

static void note(const struct replay *p, struct replay_numbers *n, uint64_t time) {
  n->noted = !n->partial;
  if (n->partial)
    return;
  n->last = time;
  n->min_before = n->min;
  n->max_before = n->max;
  if (n->histogram) {
    uint32_t *visits = &p->sums->histograms[n->histogram - 1].visits[pomp_histogram_bucket(time)];
    *visits += *visits != UINT32_MAX;
  }
  n->min = time < n->min ? time : n->min;
  n->max = time > n->max ? time : n->max;
}

/* The visit that has ended was not the whole: more of it follows. */
static void take_back(const struct replay *p, struct replay_numbers *n) {
  n->partial = !n->noted;
  if (n->partial)
    return;
  if (n->histogram) {
    uint32_t *visits = &p->sums->histograms[n->histogram - 1].visits[pomp_histogram_bucket(n->last)];
    *visits -= *visits != UINT32_MAX;
  }
  n->min = n->min_before;
  n->max = n->max_before;
  n->parts = n->last;
}

static uint64_t stop(struct replay_numbers *n, uint64_t now) {
  uint64_t time = n->start && now > n->start ? now - n->start : 0;
  n->start = 0;
  n->inclusive += time;
  return time;
}

/* --- single records --- */

static void count_waits(struct replay *p, uint32_t n, uint64_t now) {
  uint32_t key = at(p, n)->key, role = POMP_KEY_ROLE(key), outer = at(p, n)->parent;
  uint32_t above = outer == TRACE_NO_NODE ? 0 : at(p, outer)->key;
  if (!p->trace->header.charged && role && pomp_role_block(POMP_KEY_ROLE(above)) == role &&
      POMP_KEY_CONSTRUCT(above) == POMP_KEY_CONSTRUCT(key)) {
    uint64_t start = numbers(p, outer)->start;
    numbers(p, outer)->wait += now > start ? now - start : 0;
  }
  if (role == POMP_ROLE_TEAM && p->in_team && p->forked_known)
    numbers(p, n)->wait += now > p->forked ? now - p->forked : 0;
}

static bool enter(struct replay *p, uint32_t n, uint64_t now, bool counts, uint32_t *node) {
  if (n == TRACE_NO_NODE || at(p, n)->location != p->location || n == p->root || p->depth == DEPTH_MAX)
    return false;
  uint32_t outer = at(p, n)->parent;
  if (outer != p->current) { /* a signal handler did this; what it has interrupted is not in the trace yet */
    if (p->context_count == REPLAY_CONTEXTS) /* handlers that never came back */
      memmove(p->contexts, p->contexts + 1, --p->context_count * sizeof *p->contexts);
    p->contexts[p->context_count++] = (struct replay_context){p->current, p->base, p->depth};
    p->base = outer;
    p->depth = 0;
  }
  numbers(p, n)->visits += counts;
  numbers(p, n)->start = now;
  numbers(p, n)->partial = false;
  replay_count_begin(p, n);
  if (counts)
    count_waits(p, n, now);
  p->current = n;
  p->depth++;
  *node = n;
  return true;
}
static bool enter_child(struct replay *p, uint32_t key, uint64_t now, uint32_t *node) {
  return enter(p, trace_child(p->trace, p->current, p->location, key), now, false, node);
}

static void end_context(struct replay *p) {
  if (p->context_count && p->current == p->base) {
    const struct replay_context *c = &p->contexts[--p->context_count];
    p->current = c->current;
    p->base = c->base;
    p->depth = c->depth;
  }
}

static bool is_open(const struct replay *p, uint32_t node) {
  for (uint32_t n = p->current; n != p->base; n = at(p, n)->parent)
    if (n == node)
      return true;
  return false;
}

static bool leave(struct replay *p, uint32_t reported, uint64_t now, uint64_t before, uint32_t *node) {
  while (reported != TRACE_NO_NODE && !is_open(p, reported)) {
    if (!p->context_count)
      return false;
    p->current = p->base; /* handlers that never came back */
    end_context(p);
  }
  uint32_t n = p->current;
  if (n == p->base || (reported != TRACE_NO_NODE && n != reported))
    return false;
  before += numbers(p, n)->parts;
  numbers(p, n)->parts = 0;
  note(p, numbers(p, n), before + stop(numbers(p, n), now));
  replay_count_stop(p, n);
  p->current = at(p, n)->parent;
  p->depth--;
  *node = n;
  end_context(p);
  return true;
}

static bool blame(struct replay *p, const struct trace_record *r, uint32_t *node) {
  uint64_t key = r->arguments[0], holder = r->arguments[1];
  uint32_t waiting = r->code == POMP_CODE_BLAME_LATE ? r->node
                     : key                           ? trace_child(p->trace, p->current, p->location, (uint32_t)key)
                                                     : at(p, p->current)->parent;
  if (waiting == TRACE_NO_NODE || at(p, waiting)->location != p->location ||
      (r->code == POMP_CODE_BLAME && key > UINT32_MAX) || holder > POMP_MAX_CONSTRUCTS)
    return false;
  uint32_t n = trace_child(p->trace, waiting, p->location, POMP_KEY(holder, POMP_ROLE_BLAME));
  if (n == TRACE_NO_NODE)
    return false;
  numbers(p, n)->visits++;
  numbers(p, n)->inclusive += r->arguments[2];
  note(p, numbers(p, n), r->arguments[2]);
  if (p->trace->header.charged && pomp_role_wait(role_of(p, waiting)) == POMP_WAIT_BLOCKED)
    numbers(p, waiting)->wait += r->arguments[2];
  *node = n;
  return true;
}

static bool lack_memory(struct replay *p) {
  p->no_memory = true;
  return false;
}

/* --- tasks --- */

static bool save(struct replay *p, struct replay_saved s) {
  if (p->saved_count == DEPTH_MAX)
    return false;
  if (!POMP_ARRAY_ROOM(p->saved, p->saved_room, p->saved_count + 1ull))
    return lack_memory(p);
  p->saved[p->saved_count++] = s;
  return true;
}

static bool take(struct replay *p, uint64_t task, uint32_t base, uint64_t now) {
  bool first = !p->saved_count;
  for (uint32_t n = p->current; n != p->base; n = at(p, n)->parent) {
    if (!save(p, (struct replay_saved){.node = n, .value = numbers(p, n)->start, .parts = numbers(p, n)->parts}))
      return false;
    numbers(p, n)->parts = 0;
    stop(numbers(p, n), now);
    numbers(p, n)->start = POMP_SUSPENDED;
    replay_count_stop(p, n);
  }
  if (first) {
    p->tasks.in_tasks_since = now;
    replay_count_push(p);
  }
  if (!save(p, (struct replay_saved){
                   .node = p->current, .base = p->base, .value = now, .above = p->above, .task = p->task}))
    return false;
  p->above = 0;
  p->current = p->base = base;
  p->depth = 0;
  p->task = task;
  return true;
}

static bool back(struct replay *p, uint64_t now) {
  if (!p->saved_count)
    return false;
  struct replay_saved head = p->saved[--p->saved_count];
  uint64_t away = now > head.value ? now - head.value : 0, above = p->above < away ? p->above : away;
  p->current = head.node;
  p->base = head.base;
  p->task = head.task;
  p->above = head.above + away;
  p->depth = 0;
  for (uint32_t n = p->current; n != p->base; n = at(p, n)->parent) {
    if (!p->saved_count || p->saved[p->saved_count - 1].node == TRACE_NO_NODE)
      return false;
    p->depth++;
    /* They were saved from the innermost on, so the last one is the outermost. */
    const struct replay_saved *s = &p->saved[--p->saved_count];
    numbers(p, s->node)->inclusive -= s->value && head.value > s->value ? head.value - s->value : 0;
    numbers(p, s->node)->start = s->value ? s->value + away : 0;
    numbers(p, s->node)->parts = s->parts;
    replay_count_begin(p, s->node);
  }
  if (!p->saved_count) {
    p->tasks.in_tasks_since = 0;
    p->tasks.in_tasks += away;
    replay_count_pop(p, p->current == p->base);
  }
  if (p->current != p->base && pomp_role_runs_tasks(role_of(p, p->current)))
    numbers(p, p->current)->wait += away - above;
  return true;
}

static void leave_out(struct replay *p, uint64_t time) {
  for (uint32_t n = p->current; n != p->base; n = at(p, n)->parent)
    if (numbers(p, n)->start)
      numbers(p, n)->start += time;
  if (p->saved_count)
    p->above += time;
  else
    p->tasks.in_tasks += time;
}

static void move_out(struct replay *p, uint64_t now) {
  for (uint32_t n = p->current; n != p->base; n = at(p, n)->parent) {
    stop(numbers(p, n), now);
    numbers(p, n)->parts = 0;
    replay_count_stop(p, n);
  }
  p->current = p->base;
  p->depth = 0;
}

/* --- teams --- */

static bool team_enter(struct replay *p, const struct trace_record *r, uint32_t *node) {
  uint32_t base = trace_node_find(p->trace, (uint32_t)r->arguments[0]);
  if (base == TRACE_NO_NODE)
    return false;
  p->current = p->base = base;
  p->depth = p->saved_count = p->context_count = 0;
  p->task = p->above = 0;
  p->tasks = (struct replay_tasks){0, 0};
  p->in_team = true;
  p->forked_known = r->arguments[3] != 0;
  p->forked = r->time - (r->arguments[3] ? r->arguments[3] - 1 : 0);
  p->team_node = TRACE_NO_NODE;
  *node = base;
  return true;
}

static bool team_end(struct replay *p, uint64_t now, uint32_t *node) {
  uint32_t n = p->current;
  if (n == p->base || role_of(p, n) != POMP_ROLE_TEAM)
    return false;
  p->team_time = stop(numbers(p, n), now);
  replay_count_stop(p, n);
  replay_count_arrive(p);
  p->team_arrived = now;
  p->team_node = n;
  p->current = at(p, n)->parent;
  p->depth--;
  *node = n;
  return true;
}

static bool team_barrier(struct replay *p, const struct trace_record *r, uint32_t *node) {
  uint64_t time = r->arguments[1];
  if (p->team_node == TRACE_NO_NODE || r->arguments[0] > UINT32_MAX)
    return false;
  uint32_t n = trace_child(p->trace, p->team_node, p->location, (uint32_t)r->arguments[0]);
  if (r->arguments[3] && n == TRACE_NO_NODE)
    return false;
  if (r->arguments[3]) {
    numbers(p, n)->visits++;
    numbers(p, n)->inclusive += time;
    numbers(p, n)->wait += r->arguments[2];
    note(p, numbers(p, n), time);
    numbers(p, p->team_node)->inclusive += time;
    replay_count_barrier(p, n, p->team_node);
    *node = n;
  }
  note(p, numbers(p, p->team_node), p->team_time + time);
  p->team_node = TRACE_NO_NODE;
  return true;
}

/* --- locks --- */

static bool acquire(struct replay *p, const struct trace_record *r, uint32_t *node) {
  uint32_t n = r->arguments[1] <= UINT32_MAX ? trace_child(p->trace, p->current, p->location, (uint32_t)r->arguments[1])
                                             : TRACE_NO_NODE;
  if (n == TRACE_NO_NODE)
    return false;
  if (p->lock_count == DEPTH_MAX)
    return false;
  if (!POMP_ARRAY_ROOM(p->locks, p->lock_room, p->lock_count + 1ull))
    return lack_memory(p);
  p->locks[p->lock_count++] = (struct replay_lock){r->arguments[0], n};
  *node = n;
  return true;
}

static void release(struct replay *p, const struct trace_record *r, uint32_t *node) {
  uint64_t held = r->arguments[1];
  for (uint32_t i = p->lock_count; held && i-- > 0;)
    if (p->locks[i].lock == r->arguments[0]) {
      *node = p->locks[i].node;
      numbers(p, *node)->wait += held - 1;
      p->locks[i] = p->locks[--p->lock_count];
      return;
    }
}

/* --- all of them --- */

static bool resume_at(struct replay *p, uint32_t current, uint32_t base, uint64_t now) {
  uint32_t n = current;
  for (p->depth = 0; n != base; n = at(p, n)->parent) {
    if (n == TRACE_NO_NODE || at(p, n)->location != p->location)
      return false;
    numbers(p, n)->start = now;
    numbers(p, n)->partial = true;
    p->depth++;
  }
  p->current = current;
  p->base = base;
  return true;
}

static void pause_chain(struct replay *p, uint32_t current, uint32_t base, uint64_t until) {
  for (uint32_t n = current; n != base; n = at(p, n)->parent) {
    stop(numbers(p, n), until);
    replay_count_stop(p, n);
  }
}

void replay_pause(struct replay *p, uint64_t until) {
  pause_chain(p, p->current, p->base, until);
  for (uint32_t i = 0; i < p->context_count; i++)
    pause_chain(p, p->contexts[i].current, p->contexts[i].base, until);
  stop(numbers(p, p->root), until);
  replay_count_stop(p, p->root);
}

bool replay_resume(struct replay *p, const struct trace_state *s, uint64_t now) {
  p->resumed = true;
  for (uint32_t n = p->current; n != p->base; n = at(p, n)->parent) {
    numbers(p, n)->start = 0;
    replay_count_stop(p, n);
  }
  for (uint32_t i = 0; i < p->saved_count; i++)
    numbers(p, p->saved[i].node)->start = 0;
  p->saved_count = p->lock_count = p->context_count = 0;
  p->above = 0;
  p->tasks = (struct replay_tasks){0, 0};
  p->team_node = TRACE_NO_NODE;
  p->in_team = s->team_size != 0;
  p->forked_known = false;
  for (uint32_t i = s->suspended; i-- > 0;) { /* innermost first in the file */
    uint64_t task = s->frames[i].task;
    if (!resume_at(p, s->frames[i].current, s->frames[i].base, now))
      return false;
    p->task = task;
    if (!take(p, i ? s->frames[i - 1].task : s->task, i ? s->frames[i - 1].base : s->base, now))
      return false;
  }
  p->task = s->task;
  uint32_t outermost = s->suspended ? s->frames[s->suspended - 1].base : s->base;
  if (outermost == p->root) /* it is a thread, and no member of a team */
    numbers(p, p->root)->start = now;
  return resume_at(p, s->current, s->base, now);
}

static void add_times(uint64_t *to, uint64_t time, uint64_t times) {
  uint64_t more, sum;
  *to = __builtin_mul_overflow(time, times, &more) || __builtin_add_overflow(*to, more, &sum) ? UINT64_MAX : sum;
}

static bool add_instance(const struct replay *p, const struct trace_record *r) {
  const uint64_t *a = r->arguments;
  uint32_t n = trace_node_find(p->trace, (uint32_t)a[0]);
  bool is_barrier = r->code == POMP_CODE_MEETING;
  if (n == TRACE_NO_NODE || a[1] > UINT32_MAX || !a[1] || a[3] > a[2] || (is_barrier && a[4] >= UINT32_MAX) ||
      !(is_barrier ? role_of(p, n) == POMP_ROLE_BARRIER : pomp_role_is(role_of(p, n), POMP_IS_SHARED)))
    return false;
  if (!p->sums)
    return true;
  struct instances *sums = &p->sums->instances[n];
  uint64_t times = is_barrier ? a[4] + 1 : 1;
  sums->count += times;
  sums->visits += times * a[1];
  add_times(&sums->max, a[2], times);
  add_times(&sums->mean, a[3], times);
  return true;
}

/* Adds what the team would have been spared without the barrier before. */
static bool add_spared(const struct replay *p, const struct trace_record *r) {
  const uint64_t *a = r->arguments;
  uint32_t n = trace_node_find(p->trace, (uint32_t)a[0]);
  if (n == TRACE_NO_NODE || role_of(p, n) != POMP_ROLE_BARRIER || a[2] >= UINT32_MAX)
    return false;
  if (!p->sums)
    return true;
  p->sums->instances[n].pairs += a[2] + 1;
  add_times(&p->sums->instances[n].spared, a[1], a[2] + 1);
  return true;
}

/* Takes a record that neither opens nor ends a visit. */
static bool step_beside(struct replay *p, const struct trace_record *r, uint32_t *node) {
  switch (r->code) {
  case POMP_CODE_LOCK_ACQUIRE:
    return acquire(p, r, node);
  case POMP_CODE_LOCK_RELEASE:
    release(p, r, node);
    return true;
  case POMP_CODE_METRICS:
  case POMP_CODE_METRICS_ROOT:
  case POMP_CODE_METRICS_ASIDE:
  case POMP_CODE_METRICS_END:
  case POMP_CODE_METRICS_CHUNK:
    replay_count_read(p, r);
    return true;
  case POMP_CODE_SEND:
  case POMP_CODE_RECEIVE:
  case POMP_CODE_ISEND:
  case POMP_CODE_IRECEIVE:
  case POMP_CODE_COLLECTIVE:
  case POMP_CODE_ACCESS:
  case POMP_CODE_PARTNER:
    replay_message(p, r);
    return true;
  case POMP_CODE_INSTANCE:
  case POMP_CODE_MEETING:
    return add_instance(p, r);
  case POMP_CODE_SPARED:
    return add_spared(p, r);
  default:
    return true;
  }
}

static bool step_task(struct replay *p, const struct trace_record *r, uint32_t *node) {
  switch (r->code) {
  case POMP_CODE_TASK_TAKE:
    *node = trace_node_find(p->trace, (uint32_t)r->arguments[1]);
    return *node != TRACE_NO_NODE && take(p, r->arguments[0], *node, r->time);
  case POMP_CODE_TASK_BACK:
    return back(p, r->time);
  case POMP_CODE_TASK_LEAVE:
    move_out(p, r->time);
    return true;
  default:
    return step_beside(p, r, node);
  }
}

static bool step(struct replay *p, const struct trace_record *r, uint32_t *node) {
  struct replay_numbers *root = numbers(p, p->root);
  switch (r->code) {
  case TRACE_ENTER:
    if (!enter(p, r->node, r->time, true, node))
      return false;
    numbers(p, *node)->wait += r->arguments[0]; /* the visit is a task */
    return true;
  case POMP_CODE_REENTER:
    if (!enter_child(p, r->key, r->time, node))
      return false;
    take_back(p, numbers(p, *node));
    return true;
  case POMP_CODE_REOPEN:
    if (!enter_child(p, r->key, r->time, node))
      return false;
    numbers(p, *node)->parts = r->arguments[1];
    return true;
  case TRACE_EXIT:
    return leave(p, r->node, r->time, 0, node);
  case POMP_CODE_EXIT_PART:
    return leave(p, TRACE_NO_NODE, r->time, r->arguments[0], node);
  case POMP_CODE_BLAME:
  case POMP_CODE_BLAME_LATE:
    return blame(p, r, node);
  case POMP_CODE_THREAD_BEGIN:
    root->visits++;
    root->start = r->time;
    return true;
  case POMP_CODE_THREAD_END:
    root->inclusive += root->start ? r->time - root->start : 0; /* it began while nothing was traced */
    root->start = 0;
    replay_count_stop(p, p->root);
    return true;
  case POMP_CODE_FORK:
    *node = p->current;
    return true;
  case POMP_CODE_TEAM_ENTER:
    return team_enter(p, r, node);
  case POMP_CODE_TEAM_LEAVE:
    p->in_team = false;
    p->tasks.in_tasks = 0;
    return true;
  case POMP_CODE_TEAM_END:
    return team_end(p, r->time, node);
  case POMP_CODE_TEAM_BARRIER:
    return team_barrier(p, r, node);
  case POMP_CODE_TEAM_JOIN:
    leave_out(p, r->arguments[0]);
    return true;
  default:
    return step_task(p, r, node);
  }
}

bool replay_step(struct replay *p, const struct trace_record *r, uint32_t *node) {
  *node = TRACE_NO_NODE;
  bool fits = step(p, r, node);
  p->resumed &= r->code == POMP_CODE_METRICS_CHUNK;
  if (!fits) {
    *node = TRACE_NO_NODE;
    p->misfits += !p->no_memory;
  }
  return fits;
}

void replay_begin(struct replay *p, const struct trace *t, uint32_t location, const struct replay_sums *sums) {
  *p = (struct replay){.trace = t, .sums = sums, .location = location, .team_node = TRACE_NO_NODE};
  p->root = p->current = p->base = trace_child(t, TRACE_NO_NODE, location, 0);
}

void replay_end(struct replay *p) {
  free(p->saved);
  free(p->locks);
}
