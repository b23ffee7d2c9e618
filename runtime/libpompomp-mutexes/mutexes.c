/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mutexes.c - mutexes, in a program whose locks are measured.
 * Not here: spin locks (spins.c), locks with readers (rwlocks.c), what is measured of a call (surface/mutexes.c in
 * libpompomp), and which functions there are (common/pomp_mutexes.def).
 *
 * It is a part of the program, and not of libpompomp, so that it calls what the program would, also where libc is in
 * the program itself. All functions return the same as without the library; a free mutex is taken by trylock, which has
 * the same effect as lock. */
#include "wrapped.h"

#include <errno.h>
#include <time.h>

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker has chosen the names. */
WRAPPED(int, pthread_mutex_trylock, pthread_mutex_t *m) {
  struct pomp_mutex_call c = {.lock = m, .mutex = m};
  pomp_mutex_enter(&c, POMP_MUTEX_pthread_mutex_trylock, HERE, false);
  int error = __real_pthread_mutex_trylock(m);
  pomp_mutex_exit(&c, error);
  return error;
}

/* True if trylock does to a mutex that is free what lock does. That of glibc 2.36 leaves a robust mutex locked that is
 * not recoverable; others with a protocol are as rare. */
static inline bool may_try(const pthread_mutex_t *m) {
#ifdef __GLIBC__
  return (m->__data.__kind & 124) == 0;
#else
  (void)m;
  return false;
#endif
}

WRAPPED(int, pthread_mutex_lock, pthread_mutex_t *m) {
  struct pomp_mutex_call c = {.lock = m, .mutex = m};
  bool tries = may_try(m);
  pomp_mutex_enter(&c, POMP_MUTEX_pthread_mutex_lock, HERE, !tries);
  int error = tries ? __real_pthread_mutex_trylock(m) : EBUSY;
  if (error == EBUSY) {
    if (tries)
      pomp_mutex_wait(&c);
    error = __real_pthread_mutex_lock(m);
  }
  pomp_mutex_exit(&c, error);
  return error;
}

/* The first attempt is not made by trylock here, as these functions check their other arguments first. */
WRAPPED(int, pthread_mutex_timedlock, pthread_mutex_t *m, const struct timespec *until) {
  struct pomp_mutex_call c = {.lock = m, .mutex = m};
  pomp_mutex_enter(&c, POMP_MUTEX_pthread_mutex_timedlock, HERE, true);
  int error = __real_pthread_mutex_timedlock(m, until);
  pomp_mutex_exit(&c, error);
  return error;
}
WRAPPED(int, pthread_mutex_clocklock, pthread_mutex_t *m, clockid_t clock, const struct timespec *until) {
  struct pomp_mutex_call c = {.lock = m, .mutex = m};
  pomp_mutex_enter(&c, POMP_MUTEX_pthread_mutex_clocklock, HERE, true);
  int error = __real_pthread_mutex_clocklock(m, clock, until);
  pomp_mutex_exit(&c, error);
  return error;
}

WRAPPED(int, pthread_mutex_unlock, pthread_mutex_t *m) {
  pomp_mutex_release(m, m);
  return __real_pthread_mutex_unlock(m);
}

/* Where libraries are linked statically, they may come behind this archive and be the first to call a function. So this
 * object file refers to the others, and the linker takes all of them. */
extern char pomp_wrapped_conditions, pomp_wrapped_rwlocks, pomp_wrapped_spins;
__attribute__((used)) static const char *const others[] = {&pomp_wrapped_conditions, &pomp_wrapped_rwlocks,
                                                           &pomp_wrapped_spins};
/* NOLINTEND(bugprone-reserved-identifier) */
