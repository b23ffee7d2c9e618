/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cxx.c - what the C++ library does with locks in its own code, where the program's calls of libc can't be seen:
 * std::condition_variable::wait of libstdc++.
 * Not here: what its headers have, which is compiled into the program and calls libc from there (mutexes.c). */
#include "wrapped.h"

/* A std::unique_lock<std::mutex> begins with a pointer to its mutex, and that with a mutex of libc's. */
struct unique_lock {
  pthread_mutex_t *mutex;
};

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker has chosen the names. */
WRAPPED(void, _ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE, void *condition, struct unique_lock *lock) {
  int error = 0;
  WAIT_FOR_CONDITION(_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE, lock->mutex,
                     __real__ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE(condition, lock));
}
/* NOLINTEND(bugprone-reserved-identifier) */
