/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* critical_steps.h - the steps in which the path is found, for each other:
 *   critical_collect.c    goes through the events of each thread, and notes where it waited and what it released
 *   critical_resolve.c    finds for each wait which thread ended it, and when
 *   critical_walk.c       goes back from the end of the run to its begin
 *   critical_attribute.c  goes through the events again, and finds the regions that the path was in
 * critical_processes.c has the first and the last of these done process by process.
 * So no events are in memory: 40 bytes for a wait, 24 for what may have ended one, 24 for a segment of the path.
 * Not here: the result (critical.h). */
#ifndef FINDINGS_CRITICAL_STEPS_H
#define FINDINGS_CRITICAL_STEPS_H

#include "base/parallel.h"
#include "findings/find_critical.h"
#include "sums/events.h"
#include "sums/job_traces.h"

/* A thread waited from `begin` until `end`. What ended it is what `key` names, until critical_resolve.c knows that
 * thread `by` did so at `at`; before, `by` is the thread itself, and `at` is when a barrier was entered. Afterwards
 * critical_walk.c sets `key` to 1 if the path was on that thread then, else 0. */
struct wait {
  uint64_t begin, end, at, key;
  uint32_t by;
  uint32_t kind; /* enum critical_kind */
};

/* A thread did something that may have ended waits for `key`. */
struct release {
  uint64_t key, at;
  uint32_t by;
  uint32_t kind;
};
enum release_kind { RELEASE_LOCK, RELEASE_CHILD, RELEASE_TASK, RELEASE_MEMBER };

/* A task was created; its parent is a task, or OF_LOCATION | the location whose implicit task it is. */
struct creation {
  uint64_t task, at, parent;
};
#define OF_LOCATION (1ull << 63)

/* This is what was collected of a thread. All times are in ns. */
struct thread {
  const struct traced_run *source; /* of its process */
  uint32_t location;               /* its first one */
  bool initial;                    /* it is the process's first one */
  uint64_t first, last;            /* the times of its events */
  uint64_t misfits;
  struct wait *waits; /* in ascending order of their ends */
  struct release *releases;
  struct creation *creations; /* in ascending order of tasks */
  uint32_t wait_count, wait_room, release_count, release_room, creation_count, creation_room;
  uint32_t cursor; /* the walk has no use for the waits from there on */
};

struct run {
  const struct traced_run *source;
  struct thread *threads; /* by process, then by location */
  uint32_t thread_count;
  uint32_t *thread_of; /* by location */
  uint64_t end;
  uint32_t segment_room; /* of the path */
};

/* Collects what all threads did. False if there is no memory, as with all that follows. */
bool run_collect(struct run *r);

/* Finds who ended the waits, and drops those that nobody else did. */
bool run_resolve(struct run *r, const struct critical_message *messages, size_t message_count);

/* Goes back along the path. */
bool run_walk(struct run *r, struct critical_path *c);

/* Finds the regions that it was in. */
bool run_attribute(struct run *r, struct critical_path *c);

/* Calls `work` for each thread of the run while the trace of its process is in memory: several threads work at the same
 * time, first of all for one process. */
bool run_for_threads(struct run *r, bool (*work)(void *context, uint32_t thread), void *context);

#endif
