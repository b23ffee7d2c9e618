/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lock.h - the records of locks: of critical and ordered constructs here, of OpenMP's locks in lock_table.h.
 * Not here: who holds them when, and who waits (lock_holders.h). */
#ifndef POMP_LOCK_H
#define POMP_LOCK_H

#include "base/atomics.h"
#include "state/thread.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pomp_held_lock;

/* The construct held the lock from `begin` to `end`. */
struct pomp_hold {
  uint64_t begin, end;
  uint32_t construct;
};

/* A location's holds of a lock, in a ring: the next one goes to at[next % room]. `room` is a power of 2. Its thread
 * writes it before it frees the lock, so whoever has the lock after that finds the hold here. Others read it at any
 * time: a hold that they find may just be written over, unless it is one of the last. */
#define POMP_HOLDS_MAX 1024u /* a lock that lets threads pass others keeps one waiting for hundreds of holds */
struct pomp_holds {
  uint64_t next;
  uint32_t room;
  struct pomp_hold at[];
};

/* Whoever holds the lock: since when, for which construct. */
struct pomp_holder {
  uint64_t begin; /* 0 in a log: it does not hold the lock */
  uint32_t construct;
  uint32_t depth;                 /* how often an OpenMP lock was set and not freed */
  struct pomp_path *routine;      /* in whose call path the OpenMP lock was set */
  struct pomp_held_lock *in_file; /* what readers see of an OpenMP lock that is held */
};

/* The thread came at `arrived`, and had the lock at `begin`. */
struct pomp_lock_wait {
  uint64_t arrived, begin;
  struct pomp_path *waiting;
};
#define POMP_WAITS_MAX 16u /* so many are charged together at most */

/* It has what a location knows of a lock that threads wait for. Others read its first cache line alone, which does not
 * change often, and the holds. */
struct pomp_log {
  struct pomp_thread *thread;
  struct pomp_lock *lock;
  struct pomp_holds *holds;
  bool is_short;  /* others have looked for holds that it has room for no more */
  uint64_t since; /* when the thread came whose wait is the first one to be charged; 0: there is none */

  struct pomp_holder by __attribute__((aligned(64)));
  struct pomp_log *next_pending; /* in the location's list of those that have waits to be charged */
  uint32_t wait_count;
  bool is_pending;
  struct pomp_lock_wait waits[POMP_WAITS_MAX];
};

/* The logs of all locations that have held the lock since there are logs. That of location `id` is at of[id & mask] or
 * behind it. */
struct pomp_logs {
  uint32_t mask, count;
  struct pomp_log *of[];
};

/* A lock that nobody waits for has all that is known of it here, in one cache line, which moves between cores together
 * with the lock's own. The thread that holds the lock reads and writes it, and nobody else. When a thread has waited,
 * the lock gets logs, and from then on each location writes to memory of its own while it holds the lock: a cache line
 * that moves would make others wait for longer. Two locks share a record where we can't tell them apart (two libraries
 * may each have a critical construct of the same name), so its words are not torn, and its memory is never freed. */
struct pomp_lock {
  uint64_t end; /* of the last hold before there were logs */
  struct pomp_logs *logs;
  struct pomp_holder
      by; /* the last hold before there were logs; if its end is not known, `end` is that of one before */
  union {
    struct { /* of a critical or ordered construct */
      uint32_t name, number;
    };
    struct pomp_thread *thread; /* who has set the OpenMP lock, if there are no logs */
  };
  union {
    struct pomp_lock *next; /* of critical and ordered constructs */
    uint64_t *tag;          /* of an OpenMP lock */
  };
} __attribute__((aligned(64)));

static inline struct pomp_logs *pomp_lock_logs(const struct pomp_lock *l) { return POMP_ACQUIRE(l->logs); }
static inline struct pomp_holds *pomp_log_holds(const struct pomp_log *log) { return POMP_ACQUIRE(log->holds); }

/* Adds a hold to the log of the calling thread's location. Two locks that share a record are no reason for torn words.
 */
static inline void pomp_log_add(struct pomp_log *log, uint64_t begin, uint64_t end, uint32_t construct) {
  struct pomp_holds *holds = log->holds;
  struct pomp_hold *hold = &holds->at[holds->next & (holds->room - 1)];
  POMP_STORE(hold->begin, begin);
  POMP_STORE(hold->end, end);
  POMP_STORE(hold->construct, construct);
  POMP_RELEASE(holds->next, holds->next + 1);
}

/* Return the record of a critical construct's name, or that of an ordered construct in the teams that a location forks
 * (`parent` is the location's number; POMP_NOT_KNOWN: teams are not known); or NULL if there is no memory. Under the
 * slow lock. */
struct pomp_lock *pomp_lock_of_critical(uint32_t name, uint32_t sub_name);
struct pomp_lock *pomp_lock_of_ordered(uint32_t construct, uint32_t parent);

/* Returns the log of a location, or NULL if it has none, or if there are no logs. */
static inline struct pomp_log *pomp_log_of(const struct pomp_logs *logs, const struct pomp_thread *t) {
  if (!logs)
    return NULL;
  for (uint32_t i = t->id & logs->mask;; i = (i + 1) & logs->mask) {
    struct pomp_log *log = POMP_ACQUIRE(logs->of[i]);
    if (POMP_LIKELY(!log || log->thread == t))
      return log;
  }
}
/* Makes a log of the lock for a location that has none. Returns NULL if that can't be; without memory the measurement
 * ends. Takes the slow lock. */
struct pomp_log *pomp_log_make(struct pomp_lock *l, struct pomp_thread *t);
/* Gives the calling thread's log room for the most holds, if it can have it. Takes the slow lock. */
void pomp_log_more(struct pomp_log *log);

#endif
