/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mutexes.c - makes a visit of each call that takes a lock, and notes who holds the lock and who waits for it.
 * Not here: the calls (runtime/libpompomp-mutexes), who is charged with a wait (lock_holders.c, rwlock_holders.c).
 *
 * A lock that is free is taken by the function that only tries, and then its visit ends when it began, so that the
 * clock is read once; the call that lets it go has no region, and reads the clock once more. */
#include "surface/mutexes.h"
#include "definitions/lock_table.h"
#include "pomp_system.h"
#include "surface/lock_calls.h"
#include "teams/lock_holders.h"
#include "teams/rwlock_holders.h"

#include <errno.h>

#define EXPORT __attribute__((visibility("default")))

static struct ompregdescr shared[POMP_MUTEX_FUNCTIONS] = {
#define POMP_MUTEX_FUNCTION(function, shown)                                                                           \
  [POMP_MUTEX_##function] = {.name = shown, .sub_name = "", .file_name = "", .function_name = ""},
#include "pomp_mutexes.def"
#undef POMP_MUTEX_FUNCTION
};

/* --- mutexes that are no plain ones: what glibc keeps in them --- */

#ifdef __GLIBC__
enum { TYPE = 3, KIND = 127 };

/* True if the calling thread, which has the mutex, has locked it more than once. */
static bool is_nested(const pthread_mutex_t *m) {
  return m && (m->__data.__kind & TYPE) == PTHREAD_MUTEX_RECURSIVE_NP && m->__data.__count > 1;
}
/* True if the mutex looks who unlocks it, and that is not the calling thread. */
static bool is_refused(const pthread_mutex_t *m) {
  int kind = m->__data.__kind & KIND;
  return kind != PTHREAD_MUTEX_TIMED_NP && kind != PTHREAD_MUTEX_ADAPTIVE_NP &&
         POMP_LOAD(m->__data.__owner) != (int)pomp_sys_gettid();
}
#else
static bool is_nested(const pthread_mutex_t *m) { return (void)m, false; }
static bool is_refused(const pthread_mutex_t *m) { return (void)m, false; }
#endif

/* --- calls --- */

/* A slow path of ours may have called the program's malloc, which has a lock of its own. */
EXPORT void pomp_mutex_enter(struct pomp_mutex_call *c, enum pomp_mutex_function function, const void *caller,
                             bool waits) {
  c->d = NULL;
  c->path = NULL;
  c->waits = waits;
  if (pomp_tls.busy)
    return;
  c->d = pomp_lock_call_site(&shared[function], caller);
  c->begin = pomp_enter(c->d, POMP_ROLE_LOCK);
  if (POMP_LIKELY(c->begin)) {
    c->path = pomp_tls.here->current;
    if (waits)
      pomp_lock_call_wants(c->lock);
  }
}

EXPORT void pomp_mutex_wait(struct pomp_mutex_call *c) {
  c->waits = true;
  if (c->path)
    pomp_lock_call_wants(c->lock);
}

/* Returns when the call has ended; 0 if that is not recorded. */
static inline uint64_t end_of(const struct pomp_mutex_call *c) {
  struct pomp_thread *t = pomp_tls.here;
  if (POMP_LIKELY(!c->waits && c->path && pomp_gate() == POMP_CONTROL_ON && t->current == c->path))
    return pomp_visit_end(t, c->path, c->begin);
  return pomp_exit(c->d, POMP_ROLE_LOCK);
}

/* Ends the call. Returns when that was, if it is recorded and the thread has the lock, and otherwise 0. */
static inline uint64_t got_at(struct pomp_mutex_call *c, int error) {
  uint64_t now = c->d ? end_of(c) : 0;
  if (!now || !c->path)
    return 0;
  if (c->waits)
    pomp_lock_call_wants(NULL);
  if (POMP_LIKELY(error == 0 || error == EOWNERDEAD))
    return now;
  if (error == ETIMEDOUT)
    pomp_wait_for_nobody(pomp_tls.here, c->path, now > c->begin ? now - c->begin : 0);
  return 0;
}
/* A thread that has not waited has come when it has the lock. */
static inline uint64_t came_at(const struct pomp_mutex_call *c) { return c->waits ? c->begin : UINT64_MAX; }

EXPORT void pomp_mutex_exit(struct pomp_mutex_call *c, int error) {
  uint64_t now = got_at(c, error);
  if (now && POMP_LIKELY(!is_nested(c->mutex)))
    pomp_lock_set(pomp_tls.here, c->lock, false, c->path, came_at(c), now);
}

EXPORT void pomp_mutex_exit_writer(struct pomp_mutex_call *c, int error) {
  uint64_t now = got_at(c, error);
  if (now)
    pomp_rwlock_set_writer(pomp_tls.here, c->lock, c->path, came_at(c), now);
}

EXPORT void pomp_mutex_exit_reader(struct pomp_mutex_call *c, int error) {
  uint64_t now = got_at(c, error);
  if (now)
    pomp_rwlock_set_reader(pomp_tls.here, c->lock, c->path, came_at(c), now);
}

static void unset(void *lock, uint64_t now) {
  const struct pomp_unset u = pomp_lock_unset(lock, now);
  pomp_lock_was_unset(lock, &u);
}

/* --- conditions --- */

EXPORT void pomp_mutex_wait_enter(struct pomp_mutex_call *c, enum pomp_mutex_function function, const void *caller) {
  c->d = NULL;
  c->path = NULL;
  if (pomp_tls.busy)
    return;
  c->d = pomp_lock_call_site(&shared[function], caller);
  c->begin = pomp_enter(c->d, POMP_ROLE_CONDITION);
  c->path = c->begin ? pomp_tls.here->current : NULL;
  c->held = pomp_tls.here && pomp_lock_setter(c->lock) == pomp_tls.here;
  if (c->held && !is_nested(c->mutex))
    unset(c->lock, c->begin);
}

/* The time from the call's begin to its end is all for the condition: when it came, and how long the mutex kept the
 * thread waiting after that, is not known. */
EXPORT void pomp_mutex_wait_exit(struct pomp_mutex_call *c, int error) {
  if (!c->d)
    return;
  uint64_t now = pomp_exit(c->d, POMP_ROLE_CONDITION);
  bool has = error == 0 || error == ETIMEDOUT || error == EOWNERDEAD || (c->held && error != ENOTRECOVERABLE);
  if (now && c->path && has && !is_nested(c->mutex))
    pomp_lock_set(pomp_tls.here, c->lock, false, c->path, UINT64_MAX, now);
}

static bool is_others(const void *lock) {
  const struct pomp_thread *setter = pomp_lock_setter(lock);
  return setter && setter != pomp_tls.here;
}

EXPORT void pomp_mutex_release(void *lock, pthread_mutex_t *mutex) {
  if (!pomp_tls.busy && !is_nested(mutex) && !(mutex && is_others(lock) && is_refused(mutex)))
    unset(lock, 0);
}

EXPORT void pomp_mutex_release_rwlock(void *lock) {
  if (!pomp_tls.busy)
    pomp_rwlock_unset(lock);
}

EXPORT void pomp_mutex_forget(void *lock) {
  if (!pomp_tls.busy)
    pomp_rwlock_forget(lock);
}
