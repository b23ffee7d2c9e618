/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* task.c - suspends what a location has open to execute a task, and resumes it.
 * Not here: what is kept of a task (suspended.h), events of tasks (construct_events.c).
 *
 * A task that executes at a taskwait, a barrier or its creation is none of that region's work: were it entered there,
 * its time would be the region's, and a recursive program would have as many call paths as it has tasks (D. Lorenz et
 * al., "How to Reconcile Event-Based Performance Analysis with Tasking in OpenMP", IWOMP 2010). So what is
 * open at the location is suspended, and the task's own regions go below its creation site; afterwards what was
 * suspended is resumed, with the task's time left out.
 *
 * A thread executes one task on top of another as it calls functions, so what is suspended is a stack. Only an untied
 * task that is itself suspended leaves the stack: its open regions move into its record. */
#include "teams/task.h"
#include "definitions/region.h"
#include "records/creation_site.h"
#include "records/phases.h"
#include "records/suspended.h"
#include "state/slow_lock.h"
#include "teams/location.h"
#include "visits/visit.h"

#include <errno.h>

/* Stands for the task at hand where OMPT doesn't tell of tasks. */
static struct pomp_task anonymous = {.begun = true};

#define RECORDS 32 /* how many are made at once */

/* Makes room for `needed` entries of an array in all. False means that there is no memory. */
static bool make_room(void *array, uint32_t *room, uint32_t used, uint32_t needed, size_t size) {
  if (needed <= *room)
    return true;
  if (!pomp_slow_begin())
    return false;
  bool made = pomp_is_measuring() && pomp_arena_room(array, room, used, needed, size);
  if (!made && pomp_is_measuring()) /* without the room, time would be counted twice */
    pomp_gate_stop(-ENOMEM);
  pomp_slow_end();
  return made;
}

/* --- records --- */

static struct pomp_task *make_records(struct pomp_thread *t) {
  if (!pomp_slow_begin())
    return NULL;
  struct pomp_task *made = pomp_is_measuring() ? pomp_arena_scratch(RECORDS * sizeof *made) : NULL;
  if (!made && pomp_is_measuring())
    pomp_gate_stop(-ENOMEM);
  pomp_slow_end();
  for (int i = 0; made && i < RECORDS; i++) {
    made[i].maker = t;
    made[i].next = i + 1 < RECORDS ? &made[i + 1] : NULL;
  }
  return made;
}

static struct pomp_task *record(struct pomp_thread *t) {
  if (!t->free_tasks)
    t->free_tasks = __atomic_exchange_n(&t->returned_tasks, NULL, __ATOMIC_ACQUIRE);
  if (!t->free_tasks)
    t->free_tasks = make_records(t);
  struct pomp_task *task = t->free_tasks;
  if (task) {
    t->free_tasks = task->next;
    task->count = 0;
    task->begun = task->executed = task->begins = false;
  }
  return task;
}

static void give_back(struct pomp_thread *t, struct pomp_task *task) {
  if (task->maker == t) {
    task->next = t->free_tasks;
    t->free_tasks = task;
    return;
  }
  struct pomp_task **list = &task->maker->returned_tasks;
  task->next = POMP_LOAD(*list);
  while (!__atomic_compare_exchange_n(list, &task->next, task, true, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
    ;
}

/* Returns the key of tasks of code that is not instrumented, or 0 if there is no memory. */
static uint32_t unknown_task(void) {
  static struct ompregdescr d = {.name = "task", .sub_name = "", .file_name = "", .function_name = ""};
  if (!POMP_LOAD(d.data[0]) && pomp_slow_begin()) {
    int error = pomp_is_measuring() && !POMP_LOAD(d.data[0]) ? pomp_region_define(&d, pomp_trace_select_region) : 0;
    if (error)
      pomp_gate_stop(error);
    pomp_slow_end();
  }
  return POMP_LOAD(d.data[0]) ? pomp_key(&d, POMP_ROLE_TASK) : 0;
}

/* The tasks of a taskloop have no events, nor have those that libomp makes to make them, and that of a target region
 * with nowait. */
static bool makes_bare(const struct pomp_thread *t) {
  enum pomp_role role = POMP_KEY_ROLE(t->current->key);
  return role == POMP_ROLE_TASKLOOP || role == POMP_ROLE_TARGET ||
         (role == POMP_ROLE_TASK && t->task && t->task->looped);
}

bool pomp_task_is_of_loop(const struct pomp_thread *t) { return t->current != t->base && makes_bare(t); }

struct pomp_task *pomp_task_create(void) {
  struct pomp_thread *t = pomp_tls.here;
  struct pomp_task *task = t && pomp_is_measuring() ? record(t) : NULL;
  if (!task)
    return NULL;
  struct pomp_path *p = t->current;
  bool bracketed = POMP_KEY_ROLE(p->key) == POMP_ROLE_TASK_CREATE && p != t->base;
  task->looped = !bracketed && makes_bare(t);
  task->key = bracketed || task->looped ? POMP_KEY(POMP_KEY_CONSTRUCT(p->key), POMP_ROLE_TASK) : unknown_task();
  task->site = pomp_site(p, task->key);
  task->created = bracketed ? POMP_LOAD(pomp_node_of(p)->start) : pomp_clock();
  task->bare = task->begun = !bracketed || p->is_told;
  if (POMP_TRACING || pomp_trace_has_parts) {
    task->number = (uint64_t)t->id << 32 | (++t->trace.tasks & UINT32_MAX);
    POMP_TRACE(t, POMP_CODE_TASK_CREATE, bracketed ? pomp_trace_last(t) : task->created, task->number);
  }
  return task;
}

/* --- the stack --- */

static bool push(struct pomp_thread *t, uint64_t now, struct pomp_task *task, struct pomp_path *base) {
  pomp_phase_look(t);
  pomp_switches_look();
  uint32_t needed = t->saved_count + pomp_depth_of(t->current, t->base) + POMP_SAVED_HEAD;
  if (POMP_LIKELY(needed <= t->saved_room) ||
      make_room(&t->saved, &t->saved_room, t->saved_count, needed, sizeof *t->saved)) {
    struct pomp_saved *s = t->saved + t->saved_count;
    POMP_STORE(t->location->last, now); /* what is suspended tells no more that the thread has lived until now */
    for (struct pomp_path *p = t->current; p != t->base; p = p->parent) {
      struct pomp_node *n = pomp_node_of(p);
      uint64_t stack = POMP_KEY_ROLE(p->key) == POMP_ROLE_USER ? p->stack : 0;
      *s++ = (struct pomp_saved){p, {.start = POMP_LOAD(n->start)}, stack};
      pomp_visit_stop(n, now);
      POMP_STORE(n->start, POMP_SUSPENDED);
      pomp_metric_stop(t, p);
    }
    if (!t->saved_count)
      POMP_STORE(t->location->in_tasks_since, now);
    if (pomp_metric_count && !t->saved_count)
      pomp_metric_task_begin(t);
    s[0] = (struct pomp_saved){t->current, {.start = now}, 0};
    s[1] = (struct pomp_saved){t->base, {.task = t->task}, 0};
    s[2] = (struct pomp_saved){NULL, {.start = t->above}, 0};
    t->above = 0;
    t->saved_count = needed;
    t->current = t->base = base;
    t->task = task;
    POMP_TRACE(t, POMP_CODE_TASK_TAKE, now, task->number, pomp_trace_node(t, base));
    return true;
  }
  return false;
}

/* Adds the time that tasks took to the region that they were executed in, beside its own time. `own` is without the
 * time of tasks on top of them. */
static void add_aside(struct pomp_thread *t, uint64_t time, uint64_t own) {
  const struct pomp_path *p = t->current;
  if (p == t->base) {
    t->in_tasks += t->task ? 0 : time;
    t->in_tasks_own += t->task ? 0 : own;
    return;
  }
  if (pomp_role_runs_tasks(POMP_KEY_ROLE(p->key)))
    POMP_ADD(pomp_node_of(p)->wait, own);
}

/* Resumes a visit as if it had never been suspended, and had begun later. What it had is executed away first: a program
 * that is killed between the stores loses it rather than have it twice. */
static void resume(struct pomp_thread *t, const struct pomp_saved *s, uint64_t suspended, uint64_t away) {
  struct pomp_node *n = pomp_node_of(s->path);
  if (s->start && suspended > s->start)
    POMP_ADD(n->inclusive, s->start - suspended);
  POMP_STORE(n->start, s->start ? s->start + away : 0);
  if (POMP_KEY_ROLE(s->path->key) == POMP_ROLE_USER)
    s->path->stack = s->stack;
  pomp_metric_begin(t, s->path);
}

static void pop(struct pomp_thread *t, uint64_t now, bool over) {
  pomp_switches_look();
  const struct pomp_saved *head = &t->saved[t->saved_count - POMP_SAVED_HEAD];
  uint64_t away = now > head[0].start ? now - head[0].start : 0, above = t->above < away ? t->above : away;
  t->current = head[0].path;
  t->base = head[1].path;
  t->task = head[1].task;
  t->above = head[2].start + away;
  t->saved_count -= POMP_SAVED_HEAD;
  for (uint32_t depth = pomp_depth_of(t->current, t->base); depth; depth--)
    resume(t, &t->saved[--t->saved_count], head[0].start, away);
  if (pomp_metric_count && !t->saved_count)
    pomp_metric_task_end(t, t->current == t->base);
  if (!t->saved_count) { /* else the time away of the suspended task has it */
    POMP_STORE(t->location->in_tasks_since, 0);
    POMP_ADD(t->location->in_tasks, away);
    if (POMP_LOAD(t->arrived)) /* it waits at the end of its team */
      POMP_ADD(t->location->arrived, away);
  }
  add_aside(t, away, away - above);
  POMP_TRACE(t, POMP_CODE_TASK_BACK, now, !over);
}

void pomp_task_leave_out(struct pomp_thread *t, uint64_t time) {
  for (const struct pomp_path *p = t->current; p != t->base; p = p->parent) {
    struct pomp_node *n = pomp_node_of(p);
    if (POMP_LOAD(n->start))
      POMP_STORE(n->start, POMP_LOAD(n->start) + time);
  }
  if (t->saved_count)
    t->above += time;
  else
    POMP_ADD(t->location->in_tasks, time);
  POMP_TRACE(t, POMP_CODE_TEAM_JOIN, pomp_trace_last(t), time);
}

bool pomp_task_is_below(const struct pomp_task *task) {
  const struct pomp_thread *t = pomp_tls.here;
  return t && t->saved_count && t->saved[t->saved_count - POMP_SAVED_HEAD + 1].task == task;
}

/* --- tasks that begin, are suspended, resumed or complete --- */

/* Opens again what the task had open, in the tree of this location. */
static void reopen(struct pomp_thread *t, struct pomp_task *task, uint64_t now) {
  const bool room =
      make_room(&t->moved, &t->moved_room, t->moved_count, t->moved_count + task->count, sizeof *t->moved);
  for (uint32_t i = 0; room && i < task->count; i++) {
    struct pomp_path *p = pomp_child_get(t, task->saved[i].path->key);
    if (!p)
      break;
    POMP_STORE(pomp_node_of(p)->start, now);
    if (POMP_KEY_ROLE(p->key) == POMP_ROLE_USER)
      p->stack = 0; /* it began on another thread's stack */
    pomp_metric_begin(t, p);
    t->current = p;
    t->moved[t->moved_count++] = (struct pomp_moved){p, t->saved_count, task->saved[i].before};
    POMP_TRACE(t, POMP_CODE_REOPEN, now, pomp_trace_key(p->key), task->saved[i].before);
  }
  task->count = 0;
}

/* Ends the parts of the visits that were here; the task goes on with them elsewhere. */
static void move_out(struct pomp_thread *t, struct pomp_task *task, uint64_t now) {
  pomp_switches_look();
  uint32_t depth = pomp_depth_of(t->current, t->base);
  POMP_STORE(t->location->last, now);
  if (!make_room(&task->saved, &task->room, 0, depth, sizeof *task->saved)) {
    pomp_close_inside(t, t->base, now);
    depth = 0;
  }
  task->count = depth;
  for (struct pomp_path *p = t->current; p != t->base; p = p->parent) {
    uint64_t time = pomp_visit_before(t, p) + pomp_visit_stop(pomp_node_of(p), now);
    pomp_metric_stop(t, p);
    task->saved[--depth] = (struct pomp_saved){p, {.before = time}, 0};
  }
  t->current = t->base;
  POMP_TRACE(t, POMP_CODE_TASK_LEAVE, now, 0);
}

/* Begins the visit of the block of a task without events of its own, when the task is first executed. */
static void begin_unbracketed(struct pomp_thread *t, struct pomp_task *task, uint64_t now) {
  struct pomp_path *p = pomp_child_get(t, task->key);
  if (!p)
    return;
  struct pomp_node *n = pomp_node_of(p);
  POMP_ADD(n->wait, pomp_task_delay(task, now));
  now = pomp_visit_begin(t, p, n, now);
  pomp_metric_begin(t, p);
  task->begins = true;
  pomp_trace_if_enter(t, p, now);
  task->begins = false;
}

/* A helper has a location once it executes a task. */
static struct pomp_thread *helper_location(void) {
  if (!pomp_is_on() || !pomp_slow_begin())
    return NULL;
  int error = pomp_is_measuring() ? pomp_location_attach(true) : 0;
  if (error)
    pomp_gate_stop(error);
  pomp_slow_end();
  return pomp_tls.here;
}

void pomp_task_execute(struct pomp_task *task) {
  struct pomp_thread *t = pomp_tls.here;
  if (!t && task && pomp_tls.helper)
    t = helper_location();
  if (!t || !task || !pomp_is_measuring())
    return;
  pomp_clock_not_before(task->created);
  uint64_t now = pomp_now(t);
  if (!push(t, now, task, task->site))
    return;
  bool first = !task->executed;
  task->executed = true;
  if (task->count)
    reopen(t, task, now);
  else if (first && task->bare && pomp_is_on() && task->key)
    begin_unbracketed(t, task, now);
}

/* The block of a task without events ends with the task; whatever else is open has lost its end. */
static void close_task(struct pomp_thread *t, struct pomp_task *task, uint64_t now) {
  struct pomp_path *p = t->current;
  if (p != t->base && POMP_KEY_ROLE(p->key) == POMP_ROLE_TASK && p->parent == t->base && task->begun)
    pomp_visit_leave(t, p, now);
  pomp_close_inside(t, t->base, now);
}

void pomp_task_leave(struct pomp_task *task, bool over) {
  struct pomp_thread *t = pomp_tls.here;
  if (!t || !pomp_is_measuring())
    return;
  if (task && t->task == task && t->saved_count) {
    uint64_t now = pomp_now(t);
    if (over)
      close_task(t, task, now);
    else
      move_out(t, task, now);
    pop(t, now, over);
  }
  if (task && over)
    give_back(t, task);
}

/* --- where OMPT tells nothing, and repair --- */

bool pomp_task_execute_unknown(struct pomp_thread *t) { return push(t, pomp_now(t), &anonymous, t->root); }

bool pomp_task_is_unknown(const struct pomp_thread *t) { return t->task == &anonymous; }

void pomp_task_leave_unknown(struct pomp_thread *t, uint64_t now) { pop(t, now, true); }

struct pomp_path *pomp_task_abandon(struct pomp_thread *t, uint32_t key, uint64_t now) {
  for (uint32_t at = t->saved_count; at;) {
    const struct pomp_saved *head = &t->saved[at - POMP_SAVED_HEAD];
    const struct pomp_path *p = head[0].path, *base = head[1].path;
    uint32_t below = at - pomp_depth_of(p, base) - POMP_SAVED_HEAD;
    while (p != base && p->key != key)
      p = p->parent;
    if (p != base) {
      while (t->saved_count > below) {
        pomp_close_inside(t, t->base, now);
        pop(t, now, true);
      }
      return pomp_open_path(t, key);
    }
    at = below;
  }
  return NULL;
}

void pomp_task_unwind(struct pomp_thread *t, uint64_t now) {
  while (t->saved_count) {
    pomp_close_inside(t, t->base, now);
    pop(t, now, true);
  }
  pomp_close_inside(t, t->base, now);
}
