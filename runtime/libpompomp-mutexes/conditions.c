/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* conditions.c - waiting for a condition: the mutex is let go and taken again.
 * Not here: mutexes (mutexes.c), the functions of the C++ library (cxx.c). */
#include "wrapped.h"

#include <time.h>

extern char pomp_wrapped_conditions;
char pomp_wrapped_conditions; /* what mutexes.c names */

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker has chosen the names. */
WRAPPED(int, pthread_cond_wait, pthread_cond_t *condition, pthread_mutex_t *m) {
  int error = 0;
  WAIT_FOR_CONDITION(pthread_cond_wait, m, error = __real_pthread_cond_wait(condition, m));
  return error;
}
WRAPPED(int, pthread_cond_timedwait, pthread_cond_t *condition, pthread_mutex_t *m, const struct timespec *until) {
  int error = 0;
  WAIT_FOR_CONDITION(pthread_cond_timedwait, m, error = __real_pthread_cond_timedwait(condition, m, until));
  return error;
}
WRAPPED(int, pthread_cond_clockwait, pthread_cond_t *condition, pthread_mutex_t *m, clockid_t clock,
        const struct timespec *until) {
  int error = 0;
  WAIT_FOR_CONDITION(pthread_cond_clockwait, m, error = __real_pthread_cond_clockwait(condition, m, clock, until));
  return error;
}
/* NOLINTEND(bugprone-reserved-identifier) */
