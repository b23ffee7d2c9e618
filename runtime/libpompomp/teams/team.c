/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* team.c - members of teams: while a thread is a member, its events go to the member's own location, below the call
 * path where the team was forked. Not here: what OMPT says when (ompt.c).
 *
 * A member is one thread at a time. But the runtime tells a worker's end of a team only when the worker is used again,
 * when another thread may be the same member; so whatever is left to be done at the end is done by the thread that
 * comes first, up to the tick at which the team's primary thread saw all members arrive. */
#include "teams/team.h"
#include "base/tsan_order.h"
#include "pomp_arch.h"
#include "pomp_system.h"
#include "records/phases.h"
#include "state/slow_lock.h"
#include "teams/first_fork.h"
#include "teams/location.h"
#include "teams/lock_holders.h"
#include "teams/sharing.h"
#include "teams/task.h"
#include "teams/team_cpu.h"
#include "teams/uninstrumented.h"
#include "visits/visit.h"

#define SETTLE_TRIES 10000 /* more than a second */
#define LINE_TEAMS 64u     /* a line's way is measured at one of so many teams */
#define LINE_TICKS 20000u  /* some microseconds */
#define JOINED_COUNT (sizeof((struct pomp_thread *)0)->joined / sizeof((struct pomp_thread *)0)->joined[0])

uint64_t pomp_team_last_join;

static bool is_settled(const struct pomp_thread *c) {
  return !POMP_ACQUIRE(c->arrived) && c->current == c->base && !c->saved_count;
}

/* A member's lock is taken before the slow one. */
static bool settle_try(struct pomp_thread *c) {
  struct pomp_tls *nobody = NULL;
  return __atomic_compare_exchange_n(&c->settling, &nobody, &pomp_tls, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}
static void settle_begin(struct pomp_thread *c) {
  while (!settle_try(c))
    pomp_sys_sched_yield();
}
static void settle_end(struct pomp_thread *c) { __atomic_store_n(&c->settling, NULL, __ATOMIC_RELEASE); }

/* Returns when the member's last team was joined: no larger team was joined since (settle_others). If that is not
 * known, it is the member's last event. */
static uint64_t joined(const struct pomp_thread *c) {
  const struct pomp_thread *p = c->parent;
  /* A place is used again: who sees a later team's tick in it sees, too, that there was a later fork. */
  uint64_t tick = POMP_ACQUIRE(p->joined[c->generation % JOINED_COUNT]);
  bool known = POMP_LOAD(p->fork_generation) - c->generation < JOINED_COUNT && tick;
  if (!known) /* teams of one since, which nobody joins */
    tick = POMP_LOAD(p->last_join);
  return tick > c->location->last ? tick : c->location->last;
}

/* This is the head of the location's block in the file, with what readers need to know of its teams. */
static struct pomp_block *head_of(const struct pomp_thread *t) { return (struct pomp_block *)(void *)t->location - 1; }

/* Tells whether the member's last team was joined. Its parent has forked others since, or has noted the time. */
static bool was_joined(const struct pomp_thread *c) {
  const struct pomp_thread *p = c->parent;
  return POMP_ACQUIRE(p->fork_generation) != c->generation || POMP_LOAD(p->joined[c->generation % JOINED_COUNT]);
}

static uint32_t barrier_key(const struct pomp_path *team) {
  return POMP_KEY(POMP_KEY_CONSTRUCT(team->key), POMP_ROLE_BARRIER);
}

/* Adds the visit of the parallel region's implicit barrier that began at `arrived`. */
static void add_barrier(struct pomp_thread *c, uint64_t end) {
  struct pomp_path *team = c->team_path, *current = c->current, *p;
  uint64_t time = end > c->arrived ? end - c->arrived : 0, in_tasks = c->in_tasks < time ? c->in_tasks : time;
  uint32_t key = barrier_key(team);
  POMP_STORE(c->location->arrived, 0);
  c->current = team;
  p = pomp_child_get(c, key);
  c->current = current;
  time -= in_tasks;
  if (p) {
    struct pomp_node *n = pomp_node_of(p);
    POMP_ADD(n->visits, 1);
    POMP_ADD(n->inclusive, time);
    POMP_ADD(n->wait, c->in_tasks_own < in_tasks ? c->in_tasks_own : in_tasks);
    pomp_note_visit(p, n, time);
    POMP_ADD(pomp_node_of(team)->inclusive, time);
    if (pomp_metric_count)
      pomp_metric_add_barrier(c, p, team);
  } else
    time = 0;
  POMP_TRACE(c, POMP_CODE_TEAM_BARRIER, end > c->arrived ? end : c->arrived, pomp_trace_key(key), time,
             c->in_tasks_own < in_tasks ? c->in_tasks_own : in_tasks, p != NULL);
  pomp_note_visit(team, pomp_node_of(team), c->team_time + time);
  __atomic_store_n(&c->arrived, 0, __ATOMIC_RELEASE); /* last: who sees it may end the measurement */
}

/* Adds it at once for a member that is alone: it waits for nobody, so that the visit is over when it begins. Nothing is
 * left to be done then, and the lock of what is left need not be taken when the member leaves. */
static void add_barrier_alone(struct pomp_path *team, struct pomp_path *p, uint64_t team_time) {
  if (p) {
    POMP_ADD(pomp_node_of(p)->visits, 1);
    pomp_note_visit(p, pomp_node_of(p), 0);
  }
  pomp_note_visit(team, pomp_node_of(team), team_time);
}

static void settle(struct pomp_thread *c, uint64_t end) {
  pomp_task_unwind(c, end);
  if (c->arrived)
    add_barrier(c, end);
}

/* A team begins that has fewer members than the one before it, or is of another kind. Those that have no place in it
 * may not learn of the end of theirs before this one is joined, so it is told for them. */
static void settle_others(struct pomp_thread *parent, uint32_t size, bool league) {
  const struct pomp_members *m = POMP_ACQUIRE(parent->members[parent->fork_league]);
  uint32_t i = parent->fork_league == league ? size : 1;
  for (; m && i < parent->fork_size && i < m->room; i++) {
    struct pomp_thread *c = __atomic_load_n(&m->at[i], __ATOMIC_ACQUIRE);
    if (!c || !POMP_LOAD(c->arrived))
      continue;
    settle_begin(c);
    if (POMP_ACQUIRE(c->arrived))
      settle(c, joined(c));
    settle_end(c);
  }
  parent->fork_size = size;
  parent->fork_league = league;
}

struct pomp_thread *pomp_team_fork(uint32_t requested, bool silent) {
  struct pomp_thread *t = pomp_tls.here;
  if (!t && pomp_is_measuring() && pomp_slow_begin()) {
    int error = pomp_is_measuring() ? pomp_location_attach(false) : 0;
    if (error)
      pomp_gate_stop(error);
    pomp_slow_end();
    t = pomp_tls.here;
  }
  if (!t || !pomp_is_measuring())
    return NULL;
  struct pomp_path *p = t->current;
  uint32_t generation = t->fork_generation + 1;
  POMP_STORE(t->joined[generation % JOINED_COUNT], 0);
  POMP_STORE(t->fork, p);
  POMP_STORE(t->fork_is_silent, silent);
  uint32_t role = POMP_KEY_ROLE(p->key);
  bool forks = (role == POMP_ROLE_FORK || role == POMP_ROLE_TEAMS) && p != t->base;
  uint64_t tick = forks ? POMP_LOAD(pomp_node_of(p)->start) : 0;
  if (!POMP_LIKELY(POMP_LOAD(pomp_first_fork_tick)))
    pomp_first_fork(t, tick ? tick : pomp_clock());
  POMP_STORE(t->fork_tick, tick);
  const bool measured = tick && pomp_team_cpu_choose(t, tick);
  if (measured)
    pomp_team_cpu_ahead(t, requested);
  POMP_STORE(t->fork_measured, measured);
  __atomic_store_n(&t->fork_generation, generation, __ATOMIC_RELEASE);
  POMP_TRACE(t, POMP_CODE_FORK, pomp_clock(), generation, requested);
  POMP_ORDER_BEFORE(&t->fork_generation);
  return t;
}

static struct pomp_thread *find_member(struct pomp_thread *parent, uint32_t thread_num, bool league) {
  struct pomp_members *m = __atomic_load_n(&parent->members[league], __ATOMIC_ACQUIRE);
  struct pomp_thread *c = m && thread_num < m->room ? __atomic_load_n(&m->at[thread_num], __ATOMIC_ACQUIRE) : NULL;
  if (POMP_LIKELY(c != NULL) || !pomp_slow_begin())
    return c;
  int error = 0;
  if (pomp_is_measuring())
    c = pomp_location_member(parent, thread_num, league, &error);
  if (error)
    pomp_gate_stop(error);
  pomp_slow_end();
  return c;
}

/* Makes the calling thread the member that another thread was before, or that has left something to be done. */
static bool take_over(struct pomp_thread *c) {
  settle_begin(c);
  if (!is_settled(c))
    settle(c, joined(c));
  bool mine = c->owner == &pomp_tls;
  if (!mine && pomp_slow_begin()) {
    if (pomp_is_measuring())
      pomp_location_serve(c);
    mine = true;
    pomp_slow_end();
  }
  settle_end(c);
  return mine;
}

static void trace_enter(struct pomp_thread *c) {
  uint64_t now = pomp_clock(), since = now > c->forked ? now - c->forked : 0;
  uint32_t thread = c->os_thread;
  POMP_TRACE(c, POMP_CODE_TEAM_ENTER, now, pomp_trace_node(c, c->base), c->generation, c->team_size,
             c->forked ? since + 1 : 0, c->trace.os_thread == thread ? 0 : thread);
  c->trace.os_thread = thread;
}

static struct pomp_thread *enter(struct pomp_thread *parent, uint32_t thread_num, uint32_t size, bool league) {
  POMP_ORDER_AFTER(&parent->fork_generation);
  if (thread_num == 0 && size > 1 && (size != parent->fork_size || league != parent->fork_league))
    settle_others(parent, size, league);
  struct pomp_thread *c = find_member(parent, thread_num, league);
  if (!c || ((POMP_LOAD(c->owner) != &pomp_tls || !is_settled(c)) && !take_over(c)))
    return NULL;
  pomp_phase_look(c);
  pomp_sharing_begin(c, size, POMP_LOAD(parent->fork_instance));
  c->base = c->current = POMP_LOAD(parent->fork);
  c->forked = POMP_LOAD(parent->fork_tick);
  c->generation = POMP_LOAD(parent->fork_generation);
  c->cpu_wanted = POMP_LOAD(parent->fork_measured);
  c->cpu_open = false;
  if (c->team_size != size)
    c->ordered = 0; /* its lock is another matter for who is alone (lock_holders.c) */
  c->team_size = size;
  c->task = NULL;
  c->above = 0;
  c->ends_to_come = 0;
  POMP_STORE(c->location->in_tasks, 0);
  if (pomp_metric_count)
    pomp_metric_team_begin(c);
  if (size > POMP_LOAD(c->location->team_size))
    POMP_STORE(c->location->team_size, size);
  if (pomp_tls.here == parent) {
    c->outer = parent;
    c->outer_unlocated = pomp_tls.unlocated;
  } else {
    pomp_tls.worker = c;
    pomp_tls.outer = pomp_tls.here;
    pomp_tls.outer_unlocated = pomp_tls.unlocated;
  }
  pomp_tls.unlocated = 0;
  pomp_tls.here = c;
  pomp_switches_look();
  if (POMP_TRACING)
    trace_enter(c);
  c->unannounced = c->told = NULL;
  if (POMP_LOAD(parent->fork_is_silent))
    pomp_uninstrumented_begin(c);
  return c;
}

void pomp_team_enter(struct pomp_thread *parent, uint32_t thread_num, uint32_t size, bool league) {
  if (!parent || !enter(parent, thread_num, size, league))
    pomp_tls.unlocated++;
}

/* Returns how many ticks a cache line takes from another processor, which has written it; the caller has not read it
 * since. If it takes no longer than a second time, when it is here, it has not moved. LINE_TICKS: the thread was
 * interrupted. */
static uint64_t time_of_line(const void *written) {
  const unsigned char *line = written;
  pomp_arch_finish_loads();
  uint64_t before = pomp_clock();
  (void)POMP_LOAD(*line);
  pomp_arch_finish_loads();
  uint64_t after = pomp_clock();
  (void)POMP_LOAD(*line);
  pomp_arch_finish_loads();
  uint64_t again = pomp_clock() - after, took = after - before;
  return took >= LINE_TICKS ? LINE_TICKS : took > again ? took : 0;
}

static void note_line(struct pomp_thread *c, uint64_t took) {
  if (took == LINE_TICKS)
    return;
  POMP_ADD(c->line_sum, took);
  POMP_ADD(c->line_known, 1);
  POMP_STORE(c->location->line_ticks, (uint32_t)(POMP_LOAD(c->line_sum) / POMP_LOAD(c->line_known)));
}

/* Measures a line once as member 0, by what another member wrote at its arrival, for all that have not measured any. */
static void measure_first_line(struct pomp_thread *c) {
  const struct pomp_members *m = POMP_ACQUIRE(c->parent->members[c->parent->fork_league]);
  const struct pomp_thread *other = m && m->room > 1 ? POMP_ACQUIRE(m->at[1]) : NULL;
  if (!other)
    return;
  const void *written[] = {&other->arrived, &other->location->last, &head_of(other)->team_time};
  uint64_t least = LINE_TICKS;
  for (size_t i = 0; i < sizeof written / sizeof *written; i++) { /* the quickest one was not disturbed */
    const uint64_t took = time_of_line(written[i]);
    least = took < least ? took : least;
  }
  note_line(c, least);
  for (uint32_t i = 1; i < c->team_size && i < m->room; i++) {
    const struct pomp_thread *member = POMP_ACQUIRE(m->at[i]);
    if (member && !POMP_LOAD(member->location->line_ticks))
      POMP_STORE(member->location->line_ticks, POMP_LOAD(c->location->line_ticks));
  }
}

/* Leaves as member 0, which is the thread that forked: no other thread has been this member since. */
static void leave_primary(struct pomp_thread *c) {
  POMP_ORDER_AFTER(c->parent);
  if (c->team_size > 1 && !c->line_known)
    measure_first_line(c);
  if (c->cpu_wanted)
    pomp_team_cpu_joined(c);
  if (c->team_size > 1 || !is_settled(c)) {
    uint64_t end = c->team_size == 1 && c->arrived ? c->arrived : pomp_now(c); /* who is alone waits for nobody */
    POMP_RELEASE(c->parent->joined[c->generation % JOINED_COUNT], end);
    if (c->team_size > 1) {
      POMP_STORE(c->parent->last_join, end);
      POMP_STORE(head_of(c->parent)->joined, end);
    }
    if (!is_settled(c)) {
      settle_begin(c);
      settle(c, end);
      settle_end(c);
    }
    pomp_sharing_joined(c, end);
  }
  struct pomp_thread *outer = c->outer;
  pomp_trace_mark(c, POMP_CODE_TEAM_LEAVE);
  uint64_t in_tasks = POMP_LOAD(c->location->in_tasks);
  if (in_tasks) {
    POMP_STORE(c->location->in_tasks, 0);
    pomp_task_leave_out(outer, in_tasks);
    if (pomp_metric_count)
      pomp_visit_leave_out(outer, c);
  }
  pomp_tls.here = outer;
  pomp_tls.unlocated = c->outer_unlocated;
}

/* Leaves late: another thread may be this member by now, and has then done what was left to be done; then one of the
 * two lines is not counted. The line that is measured now and then was written for the next team. */
static void leave_worker(struct pomp_thread *c) {
  POMP_ADD(c->line_count, 1);
  if (__builtin_expect(POMP_LOAD(c->line_count) % LINE_TEAMS == 0, 0))
    note_line(c, time_of_line(&c->parent->fork_generation));
  settle_begin(c);
  if (c->owner == &pomp_tls && !is_settled(c)) /* where there were tasks, the thread that forked may leave later */
    settle(c, was_joined(c) ? joined(c) : pomp_now(c));
  settle_end(c);
  pomp_tls.worker = NULL;
  pomp_tls.here = pomp_tls.outer;
  pomp_tls.unlocated = pomp_tls.outer_unlocated;
}

static void leave(struct pomp_thread *c) {
  pomp_switches_look();
  pomp_waits_settle(c);
  if (pomp_tls.worker == c)
    leave_worker(c);
  else
    leave_primary(c);
}

void pomp_team_leave(void) {
  if (pomp_tls.unlocated)
    pomp_tls.unlocated--;
  else if (pomp_tls.here && pomp_tls.here->parent && pomp_is_measuring()) {
    if (pomp_tls.here != pomp_tls.worker) /* who is alone comes to no barrier */
      pomp_team_arrive_unannounced();
    leave(pomp_tls.here);
  }
}

void pomp_team_leave_all(void) {
  while (pomp_is_measuring() && pomp_tls.here && pomp_tls.here->parent)
    leave(pomp_tls.here);
}

void pomp_team_arrive(struct pomp_thread *t) {
  pomp_switches_look();
  struct pomp_path *p = t->current;
  uint64_t now = pomp_follows(t) ? t->location->last : pomp_now(t);
  if (__builtin_expect(t->cpu_open, 0))
    pomp_team_cpu_end(t, p, now, false);
  POMP_STORE(t->location->last, now);
  t->team_time = pomp_visit_stop(pomp_node_of(p), now);
  pomp_histogram_settle(t); /* the thread may be idle for long */
  if (pomp_metric_count) {
    pomp_metric_stop(t, p);
    pomp_metric_arrive(t);
  }
  /* It is found now, so that a reader finds the barrier that the thread waits in. */
  struct pomp_path *barrier = pomp_child_get(t, barrier_key(p));
  t->current = p->parent;
  t->team_path = p;
  t->end_barrier = barrier;
  t->in_tasks = t->in_tasks_own = 0;
  if (t->team_size == 1 && !pomp_metric_count && !POMP_TRACING) {
    add_barrier_alone(p, barrier, t->team_time);
    return;
  }
  POMP_TRACE(t, POMP_CODE_TEAM_END, now, 0);
  POMP_STORE(head_of(t)->team_time, t->team_time);
  POMP_STORE(head_of(t)->team, p->number);
  POMP_RELEASE(t->arrived, now); /* last: who sees it may add the barrier */
  POMP_STORE(t->location->arrived, now);
}

void pomp_team_arrive_unannounced(void) {
  struct pomp_thread *t = pomp_uninstrumented_end();
  if (t)
    pomp_team_arrive(t);
}

void pomp_team_reach_end(void) {
  struct pomp_thread *t = pomp_tls.here;
  if (POMP_LIKELY(!t || !t->parent || t->current == t->base) || t->task || t->saved_count || pomp_tls.skipped ||
      !pomp_is_on())
    return;
  struct pomp_path *team = t->current;
  while (team->parent != t->base)
    team = team->parent;
  if (POMP_KEY_ROLE(team->key) != POMP_ROLE_TEAM)
    return;
  for (const struct pomp_path *p = t->current; p != team; p = p->parent)
    t->ends_to_come += POMP_KEY_ROLE(p->key) == POMP_ROLE_USER;
  if (t->current != team)
    pomp_close_inside(t, team, pomp_now(t));
  t->after = NULL; /* the program has gone on since its last event */
  POMP_ADD(t->location->repaired, 1);
  pomp_team_arrive(t);
}

/* Takes the member's lock. False means that it can't be had. A signal handler that ends the program may have
 * interrupted the one who has it; on a busy machine the thread that holds it may have to wait for a core. */
static bool settle_in_time(struct pomp_thread *c) {
  const struct timespec pause = {0, 100000};
  for (int tries = 0; !settle_try(c); tries++) {
    if (POMP_LOAD(c->settling) == &pomp_tls || tries == SETTLE_TRIES)
      return false;
    pomp_sys_nanosleep(&pause);
  }
  return true;
}

/* Makes the barrier that the member is still in an open visit. Its location says so, too, for readers of the trace.
 */
static void leave_open(struct pomp_thread *c) {
  struct pomp_path *team = c->team_path, *current = c->current;
  c->current = team;
  struct pomp_path *p = pomp_child_get(c, barrier_key(team));
  c->current = current;
  uint64_t arrived = POMP_LOAD(c->location->arrived);
  if (!p || !arrived)
    return;
  POMP_ADD(pomp_node_of(p)->visits, 1);
  POMP_STORE(pomp_node_of(p)->start, arrived);
  POMP_STORE(pomp_node_of(team)->start, arrived);
  c->arrived = 0;
}

void pomp_team_settle_all(void) {
  for (struct pomp_thread *c = pomp_location_all(); c; c = c->next_all) {
    if (!c->parent || !POMP_LOAD(c->arrived))
      continue;
    if (!settle_in_time(c))
      continue;
    if (POMP_ACQUIRE(c->arrived) && was_joined(c))
      add_barrier(c, joined(c));
    else if (c->arrived)
      leave_open(c);
    settle_end(c);
  }
}

void pomp_team_unwind(struct pomp_thread *t) {
  uint64_t now = pomp_clock(), end = POMP_LOAD(pomp_team_last_join);
  uint64_t last = t->location->last;
  for (const struct pomp_path *p = t->current; p != t->base; p = p->parent) {
    uint64_t start = POMP_LOAD(pomp_node_of(p)->start);
    last = start > last ? start : last;
  }
  if (end < last || end > now)
    end = last;
  pomp_task_unwind(t, end);
}
