/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lock_holders.h - who held a lock when, and who waited for whom: waiting time is charged to the holders, too.
 * Not here: the records themselves (lock.h, lock_table.h), who is charged with how much (lock_waits.c).
 *
 * Who holds a lock notes since when, and, before it frees the lock, until when. The thread that gets the lock next
 * compares that with its own arrival: it had to wait if and only if somebody has left since. Then each of those who
 * have held the lock since is charged with the part of the wait in which it did, and nobody with what is left: between
 * two holders the lock is on its way to a thread that does not run yet, or, at an ordered construct, the iterations
 * before have not come. If nobody has left since, there was no waiting: what the construct took was the lock's own cost
 * and ours.
 *
 * What a thread does while it holds a lock is what others wait for. So when a thread has waited for a lock for the
 * first time, the lock gets logs (lock.h): each location notes its own holds and arrivals, in memory that nobody else
 * writes, and compares them with those of others when it has freed the lock, several waits at a time. An ordered
 * construct has logs from the begin. */
#ifndef POMP_LOCK_HOLDERS_H
#define POMP_LOCK_HOLDERS_H

#include "base/tsan_order.h"
#include "definitions/lock.h"
#include "state/thread.h"

#include <stdbool.h>
#include <stddef.h>

/* A wait of 3 to 5 us is charged as soon as the lock is free again, or at once if there is a trace, where it then
 * stands at its place; one of 40 to 65 us is charged at once, as readers of the file may look while the lock is held.
 * These are ticks. */
#define POMP_WAIT_LONG (1u << 13)
#define POMP_WAIT_VERY_LONG (1u << 17)

/* Charges the wait of `waiting`, an open call path or a child of the open one, which ends now, to the threads that have
 * held the lock since it began, if there are any. A lock without logs gets them then. */
void pomp_wait_charge(struct pomp_thread *t, struct pomp_path *waiting, struct pomp_lock *l, uint64_t arrived,
                      uint64_t now);
/* The first charges the waits for one lock that are still to be charged, the second the waits for all locks. The
 * calling thread has the location. */
void pomp_waits_charge(struct pomp_thread *t, struct pomp_log *log);
void pomp_waits_charge_all(struct pomp_thread *t);
/* The location's team ends, or its thread, or the measurement. */
static inline void pomp_waits_settle(struct pomp_thread *t) {
  if (__builtin_expect(t && t->pending, 0))
    pomp_waits_charge_all(t);
}
/* Makes what a first wait of `waiting`, which is new, would have to make, if the program may be in a sandbox by then. 0
 * or an error of pomp_arena_block. Under the slow lock. */
int pomp_wait_prepare(struct pomp_thread *t, struct pomp_path *waiting);
/* Counts a wait of `waiting` that is nobody's. */
void pomp_wait_for_nobody(struct pomp_thread *t, struct pomp_path *waiting, uint64_t time);

/* Gives a log more room before holds are overwritten that other threads may still look for. The thread that adds holds
 * calls it at least once each POMP_WAITS_MAX holds. */
void pomp_log_keep(struct pomp_log *log);

/* The calling thread has a lock that has logs. Returns its log, or NULL if there can be none. */
struct pomp_log *pomp_log_begin(struct pomp_thread *t, struct pomp_path *waiting, struct pomp_lock *l,
                                uint32_t construct, uint64_t arrived, uint64_t now);

/* The calling thread, which has come at `arrived`, has the lock now. Returns where that is noted; NULL: nowhere. */
static inline struct pomp_holder *pomp_lock_begin(struct pomp_thread *t, struct pomp_path *waiting, struct pomp_lock *l,
                                                  uint32_t construct, uint64_t arrived, uint64_t now) {
  POMP_ORDER_AFTER(l);
  if (!pomp_lock_logs(l)) {
    bool waited = POMP_LOAD(l->end) > arrived;
    if (__builtin_expect(waited, 0))
      pomp_wait_charge(t, waiting, l, arrived, now);
    if (POMP_LIKELY(!waited || !pomp_lock_logs(l))) {
      POMP_STORE(l->by.begin, now);
      POMP_STORE(l->by.construct, construct);
      return &l->by;
    }
    arrived = now;
  }
  struct pomp_log *log = pomp_log_begin(t, waiting, l, construct, arrived, now);
  return log ? &log->by : NULL;
}
/* It is about to free the lock. */
static inline void pomp_lock_end(const struct pomp_thread *t, struct pomp_lock *l, uint64_t now) {
  const struct pomp_logs *logs = pomp_lock_logs(l);
  struct pomp_log *log = pomp_log_of(logs, t);
  if (!logs)
    POMP_STORE(l->end, now);
  else if (log && log->by.begin) {
    pomp_log_add(log, log->by.begin, now, log->by.construct);
    log->by.begin = 0;
  }
  POMP_ORDER_BEFORE(l);
}
/* It has freed a lock. */
static inline void pomp_lock_is_free(struct pomp_thread *t) {
  if (__builtin_expect(t && t->due, 0))
    pomp_waits_charge(t, t->due);
}

/* Returns the record of an ordered construct in the team that the thread is in, or NULL. Teams that execute the same
 * loop at the same time have records of their own. */
struct pomp_lock *pomp_lock_ordered(struct pomp_thread *t, uint32_t construct);

/* Returns the construct that holds a lock which is set in the routine's call path. */
uint32_t pomp_lock_holder(const struct pomp_path *routine);
/* The calling thread came at `arrived` and has set the OpenMP lock; `routine` is the routine's call path. */
void pomp_lock_set(struct pomp_thread *t, void *address, bool nestable, struct pomp_path *routine, uint64_t arrived,
                   uint64_t now);
/* Returns the location that has set the lock, or NULL. */
const struct pomp_thread *pomp_lock_setter(const void *address);
/* The calling thread is about to free the lock, at `now`; 0 if the time is not known. What is returned is noted by
 * pomp_lock_was_unset when the lock is free, so that nobody waits for that. */
struct pomp_unset {
  struct pomp_path *routine; /* which has set the lock here; NULL: none has */
  uint64_t now, held;
  bool measured;
};
struct pomp_unset pomp_lock_unset(void *address, uint64_t now);
void pomp_lock_was_unset(const void *address, const struct pomp_unset *u);

#endif
