/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lock_table.h - the records of OpenMP's locks, by address, and what the file's readers see of those that are held.
 * Not here: critical and ordered constructs (lock.h), who waits for whom (lock_holders.h).
 *
 * A record has a tag: the lock's address, and whether it is held. The holder finds the record of a lock that it has got
 * by the address, and the record is its own until it frees the lock, so all that others can do is to take over the
 * record of a lock that is free. No lock is taken but where records are made. A lock that has logs (lock.h) keeps its
 * record, and its tag does not say whether it is held, as all threads read it and none writes it. */
#ifndef POMP_LOCK_TABLE_H
#define POMP_LOCK_TABLE_H

#include "definitions/lock.h"

#include <stdbool.h>

/* Returns the record of a lock that the calling thread has got, and notes that it is held, if it has no logs; `*held`:
 * that was noted already. NULL: there is no record, as there is no memory, or too many locks are held. */
struct pomp_lock *pomp_lock_take(const void *address, bool *held);
/* Returns the record of a lock that is held, or that has logs; or NULL. */
struct pomp_lock *pomp_lock_held(const void *address);
/* Returns the lock's record, be it held or not, or NULL. While nobody is noted as its holder, it may become another
 * lock's at any time; its memory stays. */
struct pomp_lock *pomp_lock_known(const void *address);
/* The same, and makes a record if there is none, without a holder. Several threads may come at the same time. NULL:
 * there is no memory. */
struct pomp_lock *pomp_lock_share(const void *address);
/* Makes the log's record in the file, which readers see. False: there is no memory. */
bool pomp_log_in_file(struct pomp_log *log);
/* Tells readers of the file who holds the lock. */
void pomp_lock_show(const struct pomp_holder *h, const void *address, uint32_t location);
/* Notes that the lock is about to be free, which `h` holds. */
void pomp_lock_leave(struct pomp_lock *l, struct pomp_holder *h);
/* Gives back the record of a lock that nobody holds and that is made or destroyed. */
void pomp_lock_forget(const void *address);

#endif
