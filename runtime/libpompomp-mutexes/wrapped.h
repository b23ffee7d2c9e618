/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* wrapped.h - how a function is defined that takes another one's place: the linker's --wrap=NAME has the program's
 * calls of NAME come to __wrap_NAME, and those of __real_NAME go to NAME. Not here: the functions (mutexes.c, spins.c,
 * rwlocks.c, conditions.c, cxx.c), and what is measured of a call (surface/mutexes.c in libpompomp). */
#ifndef POMP_WRAPPED_H
#define POMP_WRAPPED_H

#include "surface/mutexes.h"

#include <stddef.h>

#define HERE __builtin_return_address(0)

#define WRAPPED(result, function, ...)                                                                                 \
  extern result __real_##function(__VA_ARGS__);                                                                        \
  extern result __wrap_##function(__VA_ARGS__);                                                                        \
  result __wrap_##function(__VA_ARGS__)

/* Waits for a condition, by a statement that sets `error`. A thread that is cancelled there has the mutex when its
 * clean-up begins, and this is the first part of that. */
#define WAIT_FOR_CONDITION(function, condition_mutex, statement)                                                       \
  struct pomp_mutex_call c = {.lock = (condition_mutex), .mutex = c.lock};                                             \
  pomp_mutex_wait_enter(&c, POMP_MUTEX_##function, HERE);                                                              \
  pthread_cleanup_push(was_cancelled, &c);                                                                             \
  statement;                                                                                                           \
  pthread_cleanup_pop(0);                                                                                              \
  pomp_mutex_wait_exit(&c, error)

static inline void was_cancelled(void *call) { pomp_mutex_wait_exit(call, 0); }

#endif
