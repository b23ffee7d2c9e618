/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lock_holders.c - charges waiting time to those who held the lock, and notes who holds OpenMP's locks.
 * Not here: the usual begin and end of a hold (lock_holders.h), where records come from (lock.c, lock_table.c). */
#include "teams/lock_holders.h"
#include "base/sandbox.h"
#include "definitions/lock_table.h"
#include "state/slow_lock.h"
#include "visits/visit.h"

#include <errno.h>

/* --- who is charged --- */

/* Charges `time` to the construct `holder`; 0 is nobody, whose visits are all that have waited. False if that is not
 * possible: in a sandbox, nothing is made for somebody who is charged for the first time. */
static bool blame(struct pomp_thread *t, struct pomp_path *waiting, uint32_t holder, uint64_t time) {
  struct pomp_path *current = t->current;
  t->current = waiting;
  const uint32_t key = POMP_KEY(holder, POMP_ROLE_BLAME);
  struct pomp_path *p = pomp_sandbox_is_entered() ? pomp_child(t, key, POMP_ROLE_BLAME) : pomp_child_get(t, key);
  t->current = current;
  if (!p)
    return false;
  struct pomp_node *n = pomp_node_of(p);
  POMP_ADD(n->visits, 1);
  POMP_ADD(n->inclusive, time);
  pomp_note_visit(p, n, time);
  POMP_TRACE(t, POMP_CODE_BLAME, pomp_trace_last(t), waiting == current->parent ? 0 : pomp_trace_key(waiting->key),
             holder, time);
  return true;
}

/* Where a sandbox may come, whom a wait is charged to is made with the waiting construct: nobody, and itself. */
int pomp_wait_prepare(struct pomp_thread *t, struct pomp_path *waiting) {
  int error = 0;
  if (!pomp_sandbox_is_possible() || pomp_role_wait(POMP_KEY_ROLE(waiting->key)) != POMP_WAIT_BLOCKED)
    return 0;
  const uint32_t keys[] = {POMP_KEY(0, POMP_ROLE_BLAME), POMP_KEY(POMP_KEY_CONSTRUCT(waiting->key), POMP_ROLE_BLAME)};
  struct pomp_path *current = t->current;
  t->current = waiting;
  for (size_t i = 0; i < sizeof keys / sizeof *keys && !error; i++)
    pomp_child_new(t, keys[i], &error);
  t->current = current;
  return error;
}

/* Copies the i-th hold before now, 0 being the last one. False if it is not known. */
static bool hold_at(const struct pomp_lock *l, const struct pomp_holds *history, uint32_t i, struct pomp_hold *hold) {
  uint64_t end = POMP_LOAD(l->end), begin = POMP_LOAD(l->begin);
  if (begin < end && i-- == 0) {
    *hold = (struct pomp_hold){begin, end, POMP_LOAD(l->construct)};
    return true;
  }
  uint64_t next = history ? POMP_LOAD(history->next) : 0;
  if (!history || i >= history->room || i >= next)
    return false;
  pomp_hold_copy(hold, &history->at[(next - 1 - i) & (history->room - 1)]);
  return true;
}

/* It says what a thread has waited for. */
struct wait {
  const struct pomp_lock *lock;
  const struct pomp_holds *history;
  uint64_t begin, end;
  uint32_t holds; /* so many have ended since its begin */
};

/* Returns how long the construct of the i-th hold had the lock during that time; 0 if a later one has been asked for
 * that. */
static uint64_t held_by(const struct wait *w, uint32_t i, uint32_t *construct) {
  struct pomp_hold hold = {.construct = 0};
  uint64_t time = 0;
  hold_at(w->lock, w->history, i, &hold);
  *construct = hold.construct;
  for (uint32_t k = 0; k < i; k++)
    if (hold_at(w->lock, w->history, k, &hold) && hold.construct == *construct)
      return 0;
  for (uint32_t k = i; k < w->holds; k++)
    if (hold_at(w->lock, w->history, k, &hold) && hold.construct == *construct) {
      uint64_t from = hold.begin > w->begin ? hold.begin : w->begin, to = hold.end < w->end ? hold.end : w->end;
      time += to > from ? to - from : 0;
    }
  return time;
}

void pomp_wait_charge(struct pomp_thread *t, struct pomp_path *waiting, struct pomp_lock *l, uint64_t arrived,
                      uint64_t now) {
  uint64_t time = now > arrived ? now - arrived : 0, left = time;
  struct pomp_hold hold = {.begin = UINT64_MAX};
  struct wait w = {l, pomp_lock_history(l), arrived, now, 0};
  while (hold.begin > arrived && hold_at(l, w.history, w.holds, &hold) && hold.end > arrived)
    w.holds++;
  if (pomp_role_wait(POMP_KEY_ROLE(waiting->key)) == POMP_WAIT_BLOCKED)
    POMP_ADD(pomp_node_of(waiting)->wait, time);
  for (uint32_t i = 0; i < w.holds && left; i++) {
    uint32_t construct;
    uint64_t held = held_by(&w, i, &construct);
    held = held < left ? held : left;
    if (held && construct && blame(t, waiting, construct, held))
      left -= held;
  }
  blame(t, waiting, 0, left);
  /* Others may have held it before those that are known. */
  if ((!w.history || (w.holds >= w.history->room && hold.begin > arrived)) && !pomp_sandbox_is_entered())
    pomp_lock_more_history(l);
}

void pomp_wait_for_nobody(struct pomp_thread *t, struct pomp_path *waiting, uint64_t time) {
  if (pomp_role_wait(POMP_KEY_ROLE(waiting->key)) == POMP_WAIT_BLOCKED)
    POMP_ADD(pomp_node_of(waiting)->wait, time);
  blame(t, waiting, 0, time);
}

void pomp_lock_remember(const struct pomp_lock *l) {
  struct pomp_holds *history = pomp_lock_history(l);
  uint64_t begin = POMP_LOAD(l->begin), end = POMP_LOAD(l->end), next = POMP_LOAD(history->next);
  if (begin >= end) /* the end was not reported */
    return;
  const struct pomp_hold last = {begin, end, POMP_LOAD(l->construct)};
  pomp_hold_copy(&history->at[next & (history->room - 1)], &last);
  POMP_STORE(history->next, next + 1);
}

struct pomp_lock *pomp_lock_ordered(struct pomp_thread *t, uint32_t construct) {
  if (POMP_LIKELY(t->ordered == construct))
    return t->ordered_lock;
  if (!pomp_slow_begin())
    return NULL;
  struct pomp_lock *l = NULL;
  if (pomp_is_measuring() && !(l = pomp_lock_of_ordered(construct, t->parent ? t->parent->id : POMP_NOT_KNOWN)))
    pomp_gate_stop(-ENOMEM);
  pomp_slow_end();
  t->ordered = l ? construct : 0;
  t->ordered_lock = l;
  return l;
}

/* --- OpenMP's locks --- */

/* Locks have no line of their own: the region that the routine was called in has. */
uint32_t pomp_lock_holder(const struct pomp_path *routine) {
  const struct pomp_path *caller = routine->parent ? routine->parent : routine;
  return POMP_KEY_CONSTRUCT(caller->key ? caller->key : routine->key);
}

void pomp_lock_set(struct pomp_thread *t, void *address, bool nestable, struct pomp_path *routine, uint64_t arrived,
                   uint64_t now) {
  bool held;
  struct pomp_lock *l = pomp_lock_take(address, &held);
  if (!l)
    return;
  if (held && nestable && l->thread == t) { /* once more */
    l->depth++;
    pomp_lock_show(l, address, t->id);
    return;
  }
  pomp_lock_begin(t, routine, l, pomp_lock_holder(routine), arrived, now);
  l->thread = t;
  l->routine = routine;
  l->depth = 1;
  pomp_lock_show(l, address, t->id);
  POMP_TRACE(t, POMP_CODE_LOCK_ACQUIRE, now, (uintptr_t)address, pomp_trace_key(routine->key));
}

bool pomp_lock_is_others(const void *address) {
  const struct pomp_lock *l = pomp_lock_held(address);
  return l && l->thread != pomp_tls.here;
}

void pomp_lock_unset(void *address, uint64_t now) {
  struct pomp_lock *l = pomp_lock_held(address);
  if (!l)
    return;
  struct pomp_thread *t = pomp_tls.here;
  bool measured = t && pomp_is_measuring();
  if (--l->depth) {
    if (measured)
      pomp_lock_show(l, address, l->thread->id);
    return;
  }
  if (measured) {
    now = now ? now : pomp_clock();
    uint64_t held = now > l->begin ? now - l->begin : 0;
    if (t == l->thread)
      POMP_ADD(pomp_node_of(l->routine)->wait, held);
    POMP_TRACE(t, POMP_CODE_LOCK_RELEASE, now, (uintptr_t)address, t == l->thread ? held + 1 : 0);
    pomp_lock_end(l, now);
  }
  pomp_lock_leave(l);
}
