/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mutexes.h - what libpompomp offers to libpompomp-mutexes.a, which is linked into programs whose locks are measured.
 *
 * What lives here: what is done before and after the program's calls of locks that are not OpenMP's. What does not:
 * these calls themselves, which libpompomp-mutexes.a makes by the names that the linker gives to them; anything that
 * users may rely on. This header is not installed.
 *
 * All functions may be called by any thread at any time, before and after the measurement too, and from signal
 * handlers. They keep errno, and call no lock of the program's. */
#ifndef POMP_MUTEXES_H
#define POMP_MUTEXES_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/* The functions are exported by names that no program may give to its own. */
#define POMP_MUTEX_EXPORT(name) __asm__("__" #name)

/* It is a function of the program's libc or libstdc++ that is measured. */
enum pomp_mutex_function {
#define POMP_MUTEX_FUNCTION(name, shown) POMP_MUTEX_##name,
#include "pomp_mutexes.def"
#undef POMP_MUTEX_FUNCTION
  POMP_MUTEX_FUNCTIONS
};

/* It is a call of such a function, from its begin to its end, on the caller's stack. */
struct pomp_mutex_call {
  void *lock;
  pthread_mutex_t *mutex; /* the same, if it is a mutex; NULL: it is another lock */
  struct ompregdescr *d;  /* NULL: nothing is to be done at its end */
  struct pomp_path *path; /* NULL: it is not recorded */
  uint64_t begin;         /* when it began */
  bool held;              /* the condition's mutex was known to be held */
  bool waits;             /* the function may wait, or has begun to */
};

/* Before the call that the code at `caller` has made. `waits`: the function may wait as it is. */
void pomp_mutex_enter(struct pomp_mutex_call *c, enum pomp_mutex_function function, const void *caller, bool waits)
    POMP_MUTEX_EXPORT(pomp_mutex_enter);
/* Somebody else has the lock: the call waits from now on. */
void pomp_mutex_wait(struct pomp_mutex_call *c) POMP_MUTEX_EXPORT(pomp_mutex_wait);
/* After the call, which has returned `error`, be that 0. */
void pomp_mutex_exit(struct pomp_mutex_call *c, int error) POMP_MUTEX_EXPORT(pomp_mutex_exit);

/* The same for an rwlock, which the calling thread has for writing, or for reading. */
void pomp_mutex_exit_writer(struct pomp_mutex_call *c, int error) POMP_MUTEX_EXPORT(pomp_mutex_exit_writer);
void pomp_mutex_exit_reader(struct pomp_mutex_call *c, int error) POMP_MUTEX_EXPORT(pomp_mutex_exit_reader);

/* Before a call that waits for a condition, and lets the mutex go for that time; and after it, also if the thread is
 * cancelled: then `error` is 0, as the thread has the mutex. */
void pomp_mutex_wait_enter(struct pomp_mutex_call *c, enum pomp_mutex_function function, const void *caller)
    POMP_MUTEX_EXPORT(pomp_mutex_wait_enter);
void pomp_mutex_wait_exit(struct pomp_mutex_call *c, int error) POMP_MUTEX_EXPORT(pomp_mutex_wait_exit);

/* Before a call that lets the lock go. `mutex`: as in struct pomp_mutex_call. */
void pomp_mutex_release(void *lock, pthread_mutex_t *mutex) POMP_MUTEX_EXPORT(pomp_mutex_release);
void pomp_mutex_release_rwlock(void *lock) POMP_MUTEX_EXPORT(pomp_mutex_release_rwlock);
/* Before a lock is made or destroyed: nobody has it. */
void pomp_mutex_forget(void *lock) POMP_MUTEX_EXPORT(pomp_mutex_forget);

#endif
