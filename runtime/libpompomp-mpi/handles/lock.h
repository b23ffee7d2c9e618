/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lock.h - a lock that is held for a few instructions, as while a list is changed, but not during calls.
 * Not here: what it guards. */
#ifndef POMP_MPI_LOCK_H
#define POMP_MPI_LOCK_H

#include "pomp_system.h"

typedef unsigned char pomp_mpi_lock;

static inline void pomp_mpi_lock_take(pomp_mpi_lock *lock) {
  for (int i = 0; __atomic_test_and_set(lock, __ATOMIC_ACQUIRE); i++)
    if (i > 100)
      pomp_sys_sched_yield(); /* the thread that has it may be waiting for a core */
}
static inline void pomp_mpi_lock_give(pomp_mpi_lock *lock) { __atomic_clear(lock, __ATOMIC_RELEASE); }

/* Spreads handles, which are addresses or small numbers. */
static inline unsigned pomp_mpi_hash(unsigned long handle) { return (unsigned)((handle * 0x9e3779b97f4a7c15ul) >> 40); }

#endif
