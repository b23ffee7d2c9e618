/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lock_holders.c - notes who holds OpenMP's locks.
 * Not here: the usual begin and end of a hold (lock_holders.h), who is charged with a wait (lock_waits.c), where
 * records come from (lock.c, lock_table.c). */
#include "teams/lock_holders.h"
#include "definitions/lock_table.h"
#include "pomp_format.h"
#include "state/slow_lock.h"
#include "visits/visit.h"

#include <errno.h>

/* Tells whether the thread is known to have no other in its team. */
static bool is_alone(const struct pomp_thread *t) {
  return t->team_size ? t->team_size == 1 : POMP_LOAD(pomp_nesting) == POMP_NESTING_OMPT;
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
  /* Several members may leave before anybody has had to wait, and who waits then was there before all of them: it has
   * to find each. Who is alone in its team waits for nobody. */
  if (l && !is_alone(t) && !pomp_log_of(pomp_lock_logs(l), t))
    pomp_log_make(l, t);
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

/* Returns the calling thread's log of the lock, or NULL. */
static struct pomp_log *own_log(const struct pomp_lock *l, const struct pomp_thread *t) {
  return t ? pomp_log_of(pomp_lock_logs(l), t) : NULL;
}

/* Finds where it is noted who has set the lock, and in `*setter` the location; NULL: nobody has. */
static struct pomp_holder *holder_of(struct pomp_lock *l, const struct pomp_thread **setter) {
  const struct pomp_logs *logs = pomp_lock_logs(l);
  *setter = l->thread;
  if (!logs)
    return &l->by;
  struct pomp_log *own = own_log(l, pomp_tls.here);
  for (uint32_t i = 0; !(own && own->by.depth) && i <= logs->mask; i++) {
    struct pomp_log *log = POMP_ACQUIRE(logs->of[i]);
    if (log && POMP_LOAD(log->by.depth))
      own = log;
  }
  if (!own || !own->by.depth)
    return NULL;
  *setter = own->thread;
  return &own->by;
}

void pomp_lock_set(struct pomp_thread *t, void *address, bool nestable, struct pomp_path *routine, uint64_t arrived,
                   uint64_t now) {
  bool held;
  struct pomp_lock *l = pomp_lock_take(address, &held);
  if (!l)
    return;
  struct pomp_log *log = own_log(l, t);
  struct pomp_holder *h = log ? &log->by : &l->by;
  if (nestable && (log ? log->by.depth != 0 : held && l->thread == t)) { /* once more */
    h->depth++;
    pomp_lock_show(h, address, t->id);
    return;
  }
  h = pomp_lock_begin(t, routine, l, pomp_lock_holder(routine), arrived, now);
  if (h == &l->by)
    l->thread = t;
  else if (!h || (!h->in_file && !pomp_log_in_file(own_log(l, t))))
    return;
  h->routine = routine;
  POMP_STORE(h->depth, 1);
  pomp_lock_show(h, address, t->id);
  POMP_TRACE(t, POMP_CODE_LOCK_ACQUIRE, now, (uintptr_t)address, pomp_trace_key(routine->key));
}

const struct pomp_thread *pomp_lock_setter(const void *address) {
  struct pomp_lock *l = pomp_lock_held(address);
  const struct pomp_thread *setter = NULL;
  return l && holder_of(l, &setter) ? setter : NULL;
}

struct pomp_unset pomp_lock_unset(void *address, uint64_t now) {
  struct pomp_unset u = {.measured = false};
  struct pomp_lock *l = pomp_lock_held(address);
  const struct pomp_thread *setter;
  struct pomp_holder *h = l ? holder_of(l, &setter) : NULL;
  if (!h)
    return u;
  struct pomp_thread *t = pomp_tls.here;
  bool measured = t && pomp_is_measuring();
  if (POMP_STORE(h->depth, h->depth - 1), h->depth) {
    if (measured)
      pomp_lock_show(h, address, setter->id);
    return u;
  }
  if (measured) {
    u.measured = true;
    u.now = now ? now : pomp_clock();
    u.held = u.now > h->begin ? u.now - h->begin : 0;
    u.routine = t == setter ? h->routine : NULL;
    pomp_lock_end(setter, l, u.now);
  }
  pomp_lock_leave(l, h);
  return u;
}

void pomp_lock_was_unset(const void *address, const struct pomp_unset *u) {
  if (!u->measured)
    return;
  if (u->routine)
    POMP_ADD(pomp_node_of(u->routine)->wait, u->held);
  POMP_TRACE(pomp_tls.here, POMP_CODE_LOCK_RELEASE, u->now, (uintptr_t)address, u->routine ? u->held + 1 : 0);
}
