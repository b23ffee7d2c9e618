/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lock.h - the records of locks: of critical and ordered constructs here, of OpenMP's locks in lock_table.h.
 * Not here: who holds them when, and who waits (lock_holders.h). */
#ifndef POMP_LOCK_H
#define POMP_LOCK_H

#include "base/atomics.h"

#include <stdint.h>

struct pomp_held_lock;
struct pomp_path;
struct pomp_thread;

/* The construct held the lock from `begin` to `end`. */
struct pomp_hold {
  uint64_t begin, end;
  uint32_t construct;
};

/* It is copied word by word, as two locks may share a record: see below. */
static inline void pomp_hold_copy(struct pomp_hold *to, const struct pomp_hold *from) {
  POMP_STORE(to->begin, POMP_LOAD(from->begin));
  POMP_STORE(to->end, POMP_LOAD(from->end));
  POMP_STORE(to->construct, POMP_LOAD(from->construct));
}

/* The holds before the last one, in a ring: the next one goes to at[next % room]. `room` is a power of 2. */
struct pomp_holds {
  uint64_t next;
  uint32_t room;
  struct pomp_hold at[];
};

/* It takes one cache line, which moves between cores together with the lock's own. The thread that holds the lock reads
 * and writes it, and nobody else. Two locks share a record where we can't tell them apart (two libraries may each have
 * a critical construct of the same name), so its words are not torn, and its memory is never freed. */
struct pomp_lock {
  uint64_t begin, end;        /* the last hold; if its end is not known, that of one before it */
  struct pomp_holds *history; /* NULL: nobody has waited yet */
  uint32_t construct;         /* of the last hold */
  uint32_t depth;             /* how often a nestable lock was set and not freed */
  union {
    struct { /* of a critical or ordered construct */
      struct pomp_lock *next;
      uint32_t name, number;
    };
    struct { /* of an OpenMP lock */
      uint64_t *tag;
      struct pomp_held_lock *in_file;
    };
  };
  struct pomp_thread *thread; /* who has set the OpenMP lock, and in which routine's call path */
  struct pomp_path *routine;
} __attribute__((aligned(64)));

/* Returns the lock's history, whole even if it was made by the holder of another lock that shares the record. */
static inline struct pomp_holds *pomp_lock_history(const struct pomp_lock *l) {
  return __atomic_load_n(&l->history, __ATOMIC_ACQUIRE);
}

/* Return the record of a critical construct's name, or that of an ordered construct in the teams that a location forks
 * (`parent` is the location's number; POMP_NOT_KNOWN: teams are not known); or NULL if there is no memory. Under the
 * slow lock. */
struct pomp_lock *pomp_lock_of_critical(uint32_t name, uint32_t sub_name);
struct pomp_lock *pomp_lock_of_ordered(uint32_t construct, uint32_t parent);

/* Makes room in a lock's history: 16 holds at first, then 128, then 1024. Without memory the
 * measurement ends. Takes the slow lock. */
void pomp_lock_more_history(struct pomp_lock *l);

#endif
