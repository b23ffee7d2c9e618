/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* told.c - ends of constructs that OMPT alone tells of, and their implicit barriers.
 * Not here: their begins (surface/told_row.h), the visit of a barrier itself (implicit_barrier.c). */
#include "teams/told.h"
#include "teams/implicit_barrier.h"
#include "teams/sharing.h"
#include "visits/visit.h"

uint64_t pomp_told_now(struct pomp_thread *t) {
  return POMP_LIKELY(pomp_gate() == POMP_CONTROL_ON) ? pomp_clock_tsc() : pomp_now(t);
}

uint64_t pomp_told_leave(struct pomp_thread *t, struct pomp_path *p, uint64_t now) {
  if (__builtin_expect(t->current != p, 0))
    pomp_close_inside(t, p, now);
  return pomp_visit_leave(t, p, now);
}

static bool is_open(const struct pomp_thread *t, const struct pomp_path *p) {
  const struct pomp_path *at = t->current;
  while (at != t->base && at != p)
    at = at->parent;
  return at != t->base;
}

/* The block of a single ends with it. What else is open was left by cancel. */
static void end_block(struct pomp_thread *t, const struct pomp_path *p, uint64_t now) {
  if (t->current->parent == p && pomp_told_is_open(t, POMP_ROLE_SINGLE_BLOCK))
    pomp_visit_leave(t, t->current, now);
}

static void end_work(struct pomp_thread *t, struct pomp_path *p, uint64_t now) {
  const struct pomp_node *n = pomp_node_of(p);
  const uint64_t start = POMP_LOAD(n->start);
  const bool is_counted = t->team_size && pomp_is_shared(POMP_KEY_ROLE(p->key)) && !pomp_sharing_is_noted(t, p);
  t->told_least = POMP_LOAD(n->min);
  end_block(t, p, now);
  now = pomp_told_leave(t, p, now);
  t->told_time = start && now > start ? now - start : 0;
  t->told_ended = true;
  if (is_counted)
    pomp_sharing_note(t, p, t->told_time);
}

void pomp_told_work_end(struct pomp_thread *t) {
  struct pomp_path *p = t->told;
  if (p && !t->told_ended && !t->task && is_open(t, p))
    end_work(t, p, pomp_told_now(t));
}

void pomp_told_close(struct pomp_thread *t) {
  pomp_told_work_end(t);
  if (t->told && t->waited && t->waited->parent == t->told)
    pomp_barrier_note(t);
  t->told = NULL;
}

/* The visit that has ended goes on. */
static void reopen(struct pomp_thread *t, struct pomp_path *p) {
  const uint64_t now = pomp_told_now(t);
  POMP_STORE(t->current, p);
  POMP_STORE(pomp_node_of(p)->start, now);
  pomp_metric_begin(t, p);
  POMP_TRACE(t, POMP_CODE_REENTER, now, pomp_trace_key(p->key));
  POMP_STORE(t->location->last, now);
  t->after = p; /* the barrier begins at the same time */
}

/* It ends for good, as far as is known. */
static void end_again(struct pomp_thread *t, struct pomp_path *p) {
  struct pomp_node *n = pomp_node_of(p);
  const uint64_t now = POMP_LOAD(t->location->last), start = POMP_LOAD(n->start);
  const uint64_t more = start && now > start ? now - start : 0;
  pomp_metric_stop(t, p);
  POMP_STORE(n->start, 0);
  POMP_STORE(t->current, p->parent);
  pomp_visit_lengthen(t, p, t->told_time, more, t->told_least);
  t->told_time += more;
  pomp_trace_if_exit(t, p, now);
}

bool pomp_told_barrier_begin(struct pomp_thread *t) {
  struct pomp_path *p = t->told;
  if (!p || t->task || pomp_tls.skipped || !pomp_is_on())
    return false;
  if (t->told_ended && p->parent == t->current)
    reopen(t, p);
  else if (!t->told_ended && is_open(t, p))
    end_block(t, p, pomp_told_now(t));
  else
    return false;
  t->expecting = p;
  pomp_barrier_begin();
  return true;
}

void pomp_told_barrier_end(struct pomp_thread *t) {
  struct pomp_path *p = t->told;
  if (!pomp_told_has_barrier(t))
    return;
  t->expecting = NULL;
  t->after = NULL; /* the program goes on */
  if (t->current != p || !pomp_is_measuring())
    return;
  if (t->told_ended)
    end_again(t, p);
  else
    end_work(t, p, POMP_LOAD(t->location->last));
}
