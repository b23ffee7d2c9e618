/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rwlock_holders.c - does what rwlock_holders.h says. */
#include "teams/rwlock_holders.h"
#include "base/arena.h"
#include "base/sandbox.h"
#include "definitions/lock_table.h"
#include "state/slow_lock.h"
#include "teams/lock_holders.h"
#include "visits/visit.h"

#include <errno.h>
#include <string.h>

/* --- what the calling thread holds --- */

/* A thread that reads may lock once more for reading, so a lock may be there more than once. */
struct pomp_rwlock_hold {
  const void *lock;           /* NULL: it is no hold, or no longer */
  struct pomp_thread *thread; /* its location, when it got the lock */
  struct pomp_path *routine;  /* NULL: it is a writer's */
  uint64_t begin;
};

#define HOLDS_MIN (4096u / (uint32_t)sizeof(struct pomp_rwlock_hold))
#define HOLDS_MAX (HOLDS_MIN << 9)

/* Doubles the room. The old array stays mapped, as a signal handler that needs more room may have interrupted code that
 * uses it. */
static bool make_room(void) {
  uint32_t room = pomp_tls.rwlock_room, more = room ? 2 * room : HOLDS_MIN;
  if (more > HOLDS_MAX || pomp_sandbox_is_entered() || !pomp_slow_begin())
    return false;
  struct pomp_rwlock_hold *made = pomp_is_measuring() ? pomp_arena_scratch(more * sizeof *made) : NULL;
  if (made) {
    if (room)
      memcpy(made, pomp_tls.rwlocks, room * sizeof *made);
    pomp_tls.rwlocks = made;
    pomp_tls.rwlock_room = more;
  } else if (pomp_is_measuring())
    pomp_gate_stop(-ENOMEM);
  pomp_slow_end();
  return made != NULL;
}

/* False if there is no room. The place is taken before it is filled, as a signal handler may come that needs one until
 * it returns; and once more after it, as the handler gives back what has no lock. */
static bool keep(struct pomp_thread *t, const void *lock, struct pomp_path *reader, uint64_t now) {
  uint32_t n = pomp_tls.rwlock_count;
  if (__builtin_expect(n == pomp_tls.rwlock_room, 0) && !make_room())
    return false;
  struct pomp_rwlock_hold *hold = &pomp_tls.rwlocks[n];
  POMP_STORE(pomp_tls.rwlock_count, n + 1);
  POMP_STORE(hold->thread, t);
  POMP_STORE(hold->routine, reader);
  POMP_STORE(hold->begin, now);
  POMP_STORE(hold->lock, lock);
  POMP_STORE(pomp_tls.rwlock_count, n + 1);
  return true;
}

/* Takes out the last hold of the lock; false if none is known. */
static bool take_out(const void *lock, struct pomp_rwlock_hold *hold) {
  struct pomp_rwlock_hold *all = pomp_tls.rwlocks;
  for (uint32_t i = pomp_tls.rwlock_count; i-- > 0;)
    if (all[i].lock == lock) {
      *hold = all[i];
      all[i].lock = NULL;
      uint32_t n = pomp_tls.rwlock_count;
      while (n && !all[n - 1].lock)
        n--;
      POMP_STORE(pomp_tls.rwlock_count, n);
      return true;
    }
  return false;
}

void pomp_rwlock_thread_ends(void) {
  if (pomp_tls.rwlocks && !pomp_sandbox_is_entered())
    pomp_arena_scratch_free(pomp_tls.rwlocks, pomp_tls.rwlock_room * sizeof *pomp_tls.rwlocks);
  pomp_tls.rwlocks = NULL;
  pomp_tls.rwlock_count = pomp_tls.rwlock_room = 0;
}

/* --- what all threads see --- */

static const void *readers_of(const void *lock) { return (const char *)lock + 1; }

/* In a lock's logs, this stands for all readers. */
static struct pomp_thread all_readers = {.id = UINT32_MAX};

/* The calling thread has the lock alone. */
static void note_readers(struct pomp_lock *l, const struct pomp_hold *hold) {
  struct pomp_logs *logs = pomp_lock_logs(l);
  struct pomp_log *log = pomp_log_of(logs, &all_readers);
  if (logs && !log)
    log = pomp_log_make(l, &all_readers);
  if (log) {
    pomp_log_add(log, hold->begin, hold->end, hold->construct);
    pomp_log_keep(log);
  } else if (!logs && hold->end > POMP_LOAD(l->end)) {
    POMP_STORE(l->by.begin, hold->begin);
    POMP_STORE(l->end, hold->end);
    POMP_STORE(l->by.construct, hold->construct);
  }
}

/* Moves the readers' hold to the lock's record. The calling thread has the lock alone. */
static void count_readers(const void *lock) {
  struct pomp_lock *readers = pomp_lock_known(readers_of(lock));
  if (!readers)
    return;
  const struct pomp_hold hold = {POMP_LOAD(readers->by.begin), POMP_LOAD(readers->end),
                                 POMP_LOAD(readers->by.construct)};
  POMP_STORE(readers->by.begin, 0);
  bool held;
  struct pomp_lock *l = hold.end ? pomp_lock_take(lock, &held) : NULL;
  if (l && hold.begin && hold.end > hold.begin)
    note_readers(l, &hold);
}

void pomp_rwlock_set_writer(struct pomp_thread *t, void *lock, struct pomp_path *routine, uint64_t arrived,
                            uint64_t now) {
  if (!keep(t, lock, NULL, now))
    return;
  count_readers(lock);
  pomp_lock_set(t, lock, false, routine, arrived, now);
}

void pomp_rwlock_set_reader(struct pomp_thread *t, void *lock, struct pomp_path *routine, uint64_t arrived,
                            uint64_t now) {
  struct pomp_lock *l = pomp_lock_known(lock);
  if (l && (pomp_lock_logs(l) || POMP_LOAD(l->end) > arrived))
    pomp_wait_charge(t, routine, l, arrived, now);
  struct pomp_lock *readers = pomp_lock_share(readers_of(lock));
  if (!readers || !keep(t, lock, routine, now))
    return;
  if (!POMP_LOAD(readers->by.begin))
    POMP_STORE(readers->by.begin, now);
  POMP_TRACE(t, POMP_CODE_LOCK_ACQUIRE, now, (uintptr_t)readers_of(lock), pomp_trace_key(routine->key));
}

static void unset_reader(const void *lock, const struct pomp_rwlock_hold *hold) {
  struct pomp_thread *t = pomp_tls.here;
  if (!t || !pomp_is_measuring())
    return;
  uint64_t now = pomp_clock(), held = now > hold->begin ? now - hold->begin : 0;
  if (t == hold->thread)
    POMP_ADD(pomp_node_of(hold->routine)->wait, held);
  POMP_TRACE(t, POMP_CODE_LOCK_RELEASE, now, (uintptr_t)readers_of(lock), t == hold->thread ? held + 1 : 0);
  struct pomp_lock *readers = pomp_lock_known(readers_of(lock));
  if (!readers)
    return;
  POMP_STORE(readers->by.construct, pomp_lock_holder(hold->routine));
  POMP_STORE(readers->end, now);
}

void pomp_rwlock_unset(void *lock) {
  struct pomp_rwlock_hold hold;
  if (!take_out(lock, &hold))
    return;
  if (hold.routine)
    unset_reader(lock, &hold);
  else {
    const struct pomp_unset u = pomp_lock_unset(lock, 0);
    pomp_lock_was_unset(lock, &u);
  }
}

void pomp_rwlock_forget(void *lock) {
  pomp_lock_forget(lock);
  pomp_lock_forget(readers_of(lock));
}
