/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rwlock_holders.h - who held a lock that one writer may have, or several readers at a time.
 * Not here: locks that have one holder at a time, and who is charged with a wait (lock_holders.h).
 *
 * A writer's hold is in the lock's record, as that of any lock. All readers between two writers have one hold together,
 * from the begin of the first one to the end of the one that leaves last, to which it belongs. It has a record of its
 * own, at the lock's address plus 1. Each reader that leaves stores its end and its construct there, so that the last
 * reader's values remain: readers share no counter, and take no lock. The next writer, which comes when no reader holds
 * the lock, moves that hold to the lock's record. So readers find in the lock's record, in the order of time, all
 * threads that they may have waited for, and change nothing there. The locks that a thread holds itself are in its
 * thread-local storage. */
#ifndef POMP_RWLOCK_HOLDERS_H
#define POMP_RWLOCK_HOLDERS_H

#include "state/thread.h"

/* The calling thread came at `arrived`, UINT64_MAX if it did not wait, and has the lock, alone or with other readers.
 * `routine` is the call path of the function that it called. */
void pomp_rwlock_set_writer(struct pomp_thread *t, void *lock, struct pomp_path *routine, uint64_t arrived,
                            uint64_t now);
void pomp_rwlock_set_reader(struct pomp_thread *t, void *lock, struct pomp_path *routine, uint64_t arrived,
                            uint64_t now);
/* The calling thread is about to free the lock. */
void pomp_rwlock_unset(void *lock);
/* Nobody holds the lock, which is made or destroyed. */
void pomp_rwlock_forget(void *lock);

/* Frees what the calling thread keeps. Under the slow lock. */
void pomp_rwlock_thread_ends(void);

#endif
