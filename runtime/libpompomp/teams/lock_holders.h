/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lock_holders.h - who held a lock when, and who waited for whom: waiting time is charged to the holders, too.
 * Not here: the records themselves (lock.h, lock_table.h).
 *
 * The holder of a lock notes in its record since when, and, before it frees the lock, until when. The thread that gets
 * the lock next compares that with its own arrival: it had to wait if and only if somebody has left since. Then each of
 * those who have held the lock since is charged with the part of the wait in which it did, and nobody with what is
 * left: between two holders the lock is on its way to a thread that does not run yet, or, at an ordered construct, the
 * iterations before have not come. If nobody has left since, there was no waiting: what the construct took was the
 * lock's own cost and ours. All of this is read and written while the lock is held, so that it needs no atomics. */
#ifndef POMP_LOCK_HOLDERS_H
#define POMP_LOCK_HOLDERS_H

#include "base/tsan_order.h"
#include "definitions/lock.h"
#include "state/thread.h"

#include <stdbool.h>
#include <stddef.h>

/* Charges the wait of `waiting`, an open call path or a child of what is open, which ends now, to those who have held
 * the lock since. */
void pomp_wait_charge(struct pomp_thread *t, struct pomp_path *waiting, struct pomp_lock *l, uint64_t arrived,
                      uint64_t now);
/* Makes what a first wait of `waiting`, which is new, would have to make, if the program may be in a sandbox by then. 0
 * or an error of pomp_arena_block. Under the slow lock. */
int pomp_wait_prepare(struct pomp_thread *t, struct pomp_path *waiting);
/* Counts a wait of `waiting` that is nobody's. */
void pomp_wait_for_nobody(struct pomp_thread *t, struct pomp_path *waiting, uint64_t time);
/* Adds the last hold to the lock's history. */
void pomp_lock_remember(const struct pomp_lock *l);

/* The calling thread, which has come at `arrived`, has the lock now. */
static inline void pomp_lock_begin(struct pomp_thread *t, struct pomp_path *waiting, struct pomp_lock *l,
                                   uint32_t construct, uint64_t arrived, uint64_t now) {
  POMP_ORDER_AFTER(l);
  if (__builtin_expect(POMP_LOAD(l->end) > arrived, 0))
    pomp_wait_charge(t, waiting, l, arrived, now);
  if (__builtin_expect(POMP_LOAD(l->history) != NULL, 0))
    pomp_lock_remember(l);
  POMP_STORE(l->begin, now);
  POMP_STORE(l->construct, construct);
}
/* It is about to free the lock. */
static inline void pomp_lock_end(struct pomp_lock *l, uint64_t now) {
  POMP_STORE(l->end, now);
  POMP_ORDER_BEFORE(l);
}

/* Returns the record of an ordered construct in the team that the thread is in, or NULL. Teams that execute the same
 * loop at the same time have records of their own. */
struct pomp_lock *pomp_lock_ordered(struct pomp_thread *t, uint32_t construct);

/* Returns the construct that holds a lock which is set in the routine's call path. */
uint32_t pomp_lock_holder(const struct pomp_path *routine);
/* The calling thread came at `arrived` and has set the OpenMP lock; `routine` is the routine's call path. */
void pomp_lock_set(struct pomp_thread *t, void *address, bool nestable, struct pomp_path *routine, uint64_t arrived,
                   uint64_t now);
/* True if another location than that of the calling thread has set it. */
bool pomp_lock_is_others(const void *address);
/* The calling thread is about to free the lock, at `now`; 0 if the time is not known. */
void pomp_lock_unset(void *address, uint64_t now);

#endif
