/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lock.h - the records of locks: of OpenMP's locks, and of critical and ordered constructs.
 * Not here: who holds them when (lock_holders.h). */
#ifndef POMP_LOCK_H
#define POMP_LOCK_H

#include <stdint.h>

struct pomp_path;
struct pomp_thread;

/* A cache line, which moves together with the lock's own. */
struct pomp_lock {
  uint32_t holder; /* construct; 0: free, as far as we know */
  uint32_t name, number;
  /* Of an OpenMP lock: which; who set it, by which routine's call path, and when; how often (nestable). */
  uint32_t depth;
  void *address;
  struct pomp_thread *thread;
  struct pomp_path *routine;
  uint64_t since;
  struct pomp_lock *next;
} __attribute__((aligned(64)));

/* The record of a critical construct's name or of an ordered construct. NULL: no memory. Under the slow lock. */
struct pomp_lock *pomp_lock_named(uint32_t name, uint32_t number);

#endif
