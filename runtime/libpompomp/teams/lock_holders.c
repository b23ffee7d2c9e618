/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lock_holders.c - notes who holds an OpenMP lock, and charges waiting time to the holder.
 * Not here: critical and ordered blocks, whose holders are noted inline (api.c). */
#include "teams/lock_holders.h"
#include "visits/visit.h"

/* The records of OpenMP locks, by a hash of the address. A record belongs to one lock's holder, from set to unset.
 * Another lock with the same hash has no record meanwhile. */
#define LOCKS 1024u
static struct pomp_lock locks[LOCKS];

void pomp_wait_blame(struct pomp_thread *t, struct pomp_path *waiting, uint32_t holder, uint64_t time) {
  struct pomp_path *current = t->current;
  t->current = waiting;
  struct pomp_path *p = pomp_child_get(t, POMP_KEY(holder, POMP_ROLE_BLAME));
  t->current = current;
  if (!p)
    return;
  struct pomp_node *n = pomp_node_of(p);
  POMP_ADD(n->visits, 1);
  POMP_ADD(n->inclusive, time);
  pomp_note_visit(n, time);
  POMP_TRACE(t, POMP_CODE_BLAME, pomp_trace_last(t), waiting == current->parent ? 0 : pomp_trace_key(waiting->key),
             holder, time);
}

static struct pomp_lock *record_of(const void *address) {
  uint64_t h = (uint64_t)(uintptr_t)address * 0x9e3779b97f4a7c15u;
  return &locks[h >> 54];
}
_Static_assert(LOCKS == 1u << (64 - 54), "one record for each hash");

uint32_t pomp_wait_holder(const void *address) {
  const struct pomp_lock *l = record_of(address);
  return POMP_LOAD(l->address) == address ? POMP_LOAD(l->holder) : 0;
}

void pomp_wait_set(struct pomp_thread *t, void *address, struct pomp_path *routine, uint64_t now) {
  struct pomp_lock *l = record_of(address);
  if (POMP_LOAD(l->address) == address && l->thread == t) { /* nestable, once more */
    l->depth++;
    return;
  }
  void *free = NULL;
  if (!__atomic_compare_exchange_n(&l->address, &free, address, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
    return;
  /* Locks have no line of their own: the region that the routine was called in has. */
  const struct pomp_path *caller = routine->parent ? routine->parent : routine;
  l->thread = t;
  l->routine = routine;
  l->since = now;
  l->depth = 1;
  POMP_STORE(l->holder, POMP_KEY_CONSTRUCT(caller->key ? caller->key : routine->key));
  POMP_TRACE(t, POMP_CODE_LOCK_ACQUIRE, now, (uintptr_t)address, pomp_trace_key(routine->key));
}

void pomp_wait_unset(void *address, uint64_t now) {
  struct pomp_lock *l = record_of(address);
  if (POMP_LOAD(l->address) != address || --l->depth)
    return;
  struct pomp_thread *t = pomp_tls.here;
  if (t && pomp_is_measuring()) {
    now = now ? now : pomp_clock();
    uint64_t held = now > l->since ? now - l->since : 0;
    if (t == l->thread)
      POMP_ADD(pomp_node_of(l->routine)->wait, held);
    POMP_TRACE(t, POMP_CODE_LOCK_RELEASE, now, (uintptr_t)address, t == l->thread ? held + 1 : 0);
  }
  POMP_STORE(l->holder, 0);
  l->thread = NULL;
  __atomic_store_n(&l->address, NULL, __ATOMIC_RELEASE);
}
