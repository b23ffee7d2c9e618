/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lock_calls.h - what the calls of OpenMP's lock routines and those of other locks have in common: a region for each
 * place that calls one, and for which lock a thread waits.
 * Not here: who holds a lock (lock_holders.h), the calls (api.c, mutexes.c). */
#ifndef POMP_LOCK_CALLS_H
#define POMP_LOCK_CALLS_H

#include "definitions/code_site.h"
#include "visits/hot_path.h"

/* Each call has a region of its own, so that two locks can be distinguished. If there can be no more, calls share one.
 */
POMP_INLINE struct ompregdescr *pomp_lock_call_site(struct ompregdescr *shared, const void *caller) {
  struct ompregdescr *d = pomp_code_site(shared->name, caller);
  return POMP_LIKELY(d != NULL) ? d : shared;
}

/* Readers of the file see for which lock the thread waits. */
static inline void pomp_lock_call_wants(const void *lock) {
  POMP_STORE(pomp_tls.here->location->wants, (uint64_t)(uintptr_t)lock);
}

#endif
