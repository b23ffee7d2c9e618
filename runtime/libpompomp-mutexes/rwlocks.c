/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rwlocks.c - locks that one writer has, or several readers, in a program whose locks are measured; std::shared_mutex
 * calls them, too.
 * Not here: mutexes (mutexes.c), spin locks (spins.c).
 *
 * The functions that try are not asked first whether the lock is free, as they are for mutexes: those of glibc before
 * 2.30 may leave a waiting thread asleep (glibc's bug 23844), in programs that would never call them. */
#include "wrapped.h"

#include <time.h>

extern char pomp_wrapped_rwlocks;
char pomp_wrapped_rwlocks; /* what mutexes.c names */

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker has chosen the names. */

/* Calls a function that takes the lock, as a reader or as a writer. */
#define TAKE_RWLOCK(function, lock_, kind, may_wait, ...)                                                              \
  struct pomp_mutex_call c = {.lock = (lock_)};                                                                        \
  pomp_mutex_enter(&c, POMP_MUTEX_##function, HERE, may_wait);                                                         \
  int error = __real_##function(__VA_ARGS__);                                                                          \
  pomp_mutex_exit_##kind(&c, error);                                                                                   \
  return error

WRAPPED(int, pthread_rwlock_rdlock, pthread_rwlock_t *l) { TAKE_RWLOCK(pthread_rwlock_rdlock, l, reader, true, l); }
WRAPPED(int, pthread_rwlock_tryrdlock, pthread_rwlock_t *l) {
  TAKE_RWLOCK(pthread_rwlock_tryrdlock, l, reader, false, l);
}
WRAPPED(int, pthread_rwlock_timedrdlock, pthread_rwlock_t *l, const struct timespec *until) {
  TAKE_RWLOCK(pthread_rwlock_timedrdlock, l, reader, true, l, until);
}
WRAPPED(int, pthread_rwlock_clockrdlock, pthread_rwlock_t *l, clockid_t clock, const struct timespec *until) {
  TAKE_RWLOCK(pthread_rwlock_clockrdlock, l, reader, true, l, clock, until);
}

WRAPPED(int, pthread_rwlock_wrlock, pthread_rwlock_t *l) { TAKE_RWLOCK(pthread_rwlock_wrlock, l, writer, true, l); }
WRAPPED(int, pthread_rwlock_trywrlock, pthread_rwlock_t *l) {
  TAKE_RWLOCK(pthread_rwlock_trywrlock, l, writer, false, l);
}
WRAPPED(int, pthread_rwlock_timedwrlock, pthread_rwlock_t *l, const struct timespec *until) {
  TAKE_RWLOCK(pthread_rwlock_timedwrlock, l, writer, true, l, until);
}
WRAPPED(int, pthread_rwlock_clockwrlock, pthread_rwlock_t *l, clockid_t clock, const struct timespec *until) {
  TAKE_RWLOCK(pthread_rwlock_clockwrlock, l, writer, true, l, clock, until);
}

WRAPPED(int, pthread_rwlock_unlock, pthread_rwlock_t *l) {
  pomp_mutex_release_rwlock(l);
  return __real_pthread_rwlock_unlock(l);
}

WRAPPED(int, pthread_rwlock_init, pthread_rwlock_t *l, const pthread_rwlockattr_t *attributes) {
  pomp_mutex_forget(l);
  return __real_pthread_rwlock_init(l, attributes);
}

WRAPPED(int, pthread_rwlock_destroy, pthread_rwlock_t *l) {
  pomp_mutex_forget(l);
  return __real_pthread_rwlock_destroy(l);
}
/* NOLINTEND(bugprone-reserved-identifier) */
