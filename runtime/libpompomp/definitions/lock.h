/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lock.h - the records of locks: of OpenMP's locks, and of critical and ordered constructs.
 * Not here: who holds them when (lock_holders.h). */
#ifndef POMP_LOCK_H
#define POMP_LOCK_H

#include <stdint.h>

struct pomp_path;
struct pomp_thread;

/* It takes one cache line, which moves between cores together with the lock's own. */
struct pomp_lock {
  uint32_t holder; /* the construct that holds it; 0: it is free, as far as we know */
  uint32_t name, number;
  /* For an OpenMP lock: how often it was set (if nestable), its address, who set it, in which routine's call path and
   * when. */
  uint32_t depth;
  void *address;
  struct pomp_thread *thread;
  struct pomp_path *routine;
  uint64_t since;
  struct pomp_lock *next;
} __attribute__((aligned(64)));

/* Returns the record of a critical construct's name or of an ordered construct, or NULL if there is no memory. Under
 * the slow lock. */
struct pomp_lock *pomp_lock_named(uint32_t name, uint32_t number);

#endif
