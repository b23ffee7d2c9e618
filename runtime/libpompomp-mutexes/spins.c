/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* spins.c - spin locks, in a program whose locks are measured.
 * Not here: mutexes (mutexes.c), locks with readers (rwlocks.c). */
#include "wrapped.h"

#include <errno.h>

extern char pomp_wrapped_spins;
char pomp_wrapped_spins; /* what mutexes.c names */

/* The type is volatile, and its address is all that is of interest here. */
static void *address_of(pthread_spinlock_t *s) { return (void *)(uintptr_t)s; }

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker has chosen the names. */
WRAPPED(int, pthread_spin_trylock, pthread_spinlock_t *s) {
  struct pomp_mutex_call c = {.lock = address_of(s)};
  pomp_mutex_enter(&c, POMP_MUTEX_pthread_spin_trylock, HERE, false);
  int error = __real_pthread_spin_trylock(s);
  pomp_mutex_exit(&c, error);
  return error;
}

WRAPPED(int, pthread_spin_lock, pthread_spinlock_t *s) {
  struct pomp_mutex_call c = {.lock = address_of(s)};
  pomp_mutex_enter(&c, POMP_MUTEX_pthread_spin_lock, HERE, false);
  int error = __real_pthread_spin_trylock(s);
  if (error == EBUSY) {
    pomp_mutex_wait(&c);
    error = __real_pthread_spin_lock(s);
  }
  pomp_mutex_exit(&c, error);
  return error;
}

WRAPPED(int, pthread_spin_unlock, pthread_spinlock_t *s) {
  pomp_mutex_release(address_of(s), NULL);
  return __real_pthread_spin_unlock(s);
}

WRAPPED(int, pthread_spin_init, pthread_spinlock_t *s, int shared) {
  pomp_mutex_forget(address_of(s));
  return __real_pthread_spin_init(s, shared);
}

WRAPPED(int, pthread_spin_destroy, pthread_spinlock_t *s) {
  pomp_mutex_forget(address_of(s));
  return __real_pthread_spin_destroy(s);
}
/* NOLINTEND(bugprone-reserved-identifier) */
