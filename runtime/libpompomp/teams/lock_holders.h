/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lock_holders.h - who holds a lock: waiting time is charged to the holder, too.
 * Not here: the waiting time itself, which belongs to the region (hot_path.h).
 *
 * Whoever gets a lock leaves its construct's number where those who come look it up before they wait. A word that is
 * not 0 means that they must wait, so the entry is contended. The holder may change while one waits; the one that was
 * met is charged with all of it. */
#ifndef POMP_LOCK_HOLDERS_H
#define POMP_LOCK_HOLDERS_H

#include "definitions/lock.h"
#include "state/thread.h"

/* Charges `time` that `waiting`, an open call path, waited, to the construct `holder`. */
void pomp_wait_blame(struct pomp_thread *t, struct pomp_path *waiting, uint32_t holder, uint64_t time);

/* Returns the construct that holds the lock at this address, or 0. */
uint32_t pomp_wait_holder(const void *address);
/* The calling thread has set the lock; `routine` is the routine's call path. */
void pomp_wait_set(struct pomp_thread *t, void *address, struct pomp_path *routine, uint64_t now);
/* The calling thread is about to free the lock, at `now`; 0 if the time is not known. */
void pomp_wait_unset(void *address, uint64_t now);

#endif
