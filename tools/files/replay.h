/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* replay.h - interprets the records of a location: the open call path at each time, and the length of visits. Not here:
 * the records (trace.h), the profile and converted formats.
 *
 * The numbers equal the profile's, by the same rules: docs/format.md. */
#ifndef FILES_REPLAY_H
#define FILES_REPLAY_H

#include "files/experiment.h"
#include "files/replay_messages.h"
#include "files/replay_metrics.h"
#include "files/trace.h"

/* These are the numbers of a node. Times are in ticks. */
struct replay_numbers {
  uint64_t visits, inclusive, min, max, wait;
  uint64_t start; /* when the visit began that is open, or 0 */
  /* About the last visit that has ended: `last` is its duration, `parts` the time of its earlier parts if more parts
   * follow, and the bounds are min and max before it; `noted`: these fields are set. */
  uint64_t last, parts, min_before, max_before;
  uint32_t histogram; /* the number of its region's at its location, plus 1; 0: it has none */
  bool partial; /* the trace lacks some of the open or last visit, which then counts as neither shortest nor longest */
  bool noted;
};

/* This is what the location of a team's member 0 has in its profile. */
struct replay_tasks {
  uint64_t in_tasks, in_tasks_since;
};

/* Here everything is added up. All arrays go by the indices of the trace's nodes; a replay touches those of its own
 * location alone, but for instances, which the last member of a team tells. */
struct replay_sums {
  struct replay_numbers *numbers;
  struct pomp_histogram *histograms; /* of regions at locations */
  uint32_t histogram_count;
  struct replay_value *values; /* `metrics` for each node; NULL if there are none */
  int64_t *lasts;              /* so many for each of the trace's streams: what was read last */
  struct replay_tasks *tasks;  /* one for each of the trace's streams, at its end */
  uint32_t metrics;
  struct replay_messages *messages;
  struct instances *instances; /* times are in ticks */
  struct replay_partners *partners;
  uint32_t ranks; /* of the job */
};

struct replay_saved {
  uint32_t node; /* or, of a head, what was current */
  uint32_t base;
  uint64_t value; /* start of the visit; of the head, when it was suspended */
  uint64_t parts; /* of the visit; see struct replay_numbers */
  uint64_t above, task;
};

/* The state that a signal handler has interrupted between an event and its record: this record comes after the
 * handler's records. */
struct replay_context {
  uint32_t current, base, depth;
};
#define REPLAY_CONTEXTS 16

/* This is a lock that the location holds. */
struct replay_lock {
  uint64_t lock;
  uint32_t node;
};

/* This is the state of one location while its records go by. */
struct replay {
  const struct trace *trace;
  const struct replay_sums *sums; /* NULL: nothing is added up */
  struct replay_counts *counts;   /* NULL: there are no metrics, or nothing is added up */
  bool resumed;                   /* values of metrics are not known since */
  uint32_t location, root;
  uint32_t current, base;
  uint32_t depth; /* open regions above the base */
  uint64_t task, above;
  struct replay_tasks tasks;
  struct replay_saved *saved;
  uint32_t saved_count, saved_room;
  struct replay_lock *locks;
  uint32_t lock_count, lock_room;
  uint64_t misfits;
  bool no_memory; /* a record was lost for it */
  struct replay_context contexts[REPLAY_CONTEXTS];
  uint32_t context_count;
  bool in_team;          /* between TEAM_ENTER and TEAM_LEAVE */
  bool forked_known;     /* the time since the fork is */
  uint64_t forked;       /* tick */
  uint32_t team_node;    /* the team whose implicit barrier is still to come, or TRACE_NO_NODE */
  uint64_t team_time;    /* the time of that team's visit, without the barrier */
  uint64_t team_arrived; /* tick */
};

/* Begins with a location that has a stream. If `sums` is NULL nothing is added up. */
void replay_begin(struct replay *p, const struct trace *t, uint32_t location, const struct replay_sums *sums);
void replay_end(struct replay *p);

/* Takes the next record. `*node` becomes the call path that the record is about, that is what was entered, left or
 * waited for, or TRACE_NO_NODE if it is about none. A record that does not fit what is open changes nothing and is
 * counted: a signal handler that was left by a jump has taken one with it, or the file is damaged. False if there is
 * no memory, which `no_memory` then says, or if the record does not fit; then `*node` is TRACE_NO_NODE. */
bool replay_step(struct replay *p, const struct trace_record *r, uint32_t *node);

/* Tells that events after this tick are missing: what is open counts up to then. */
void replay_pause(struct replay *p, uint64_t until);
/* Takes a record TRACE_RESUME: what was open is given up, and what the cursor's state says is open instead. False if
 * there is no memory. */
bool replay_resume(struct replay *p, const struct trace_state *s, uint64_t now);

/* Makes room for the sums of all nodes, with so many metrics, of a job of so many ranks. False if there is no
 * memory. Either way replay_sums_free is to be called. */
bool replay_sums_make(struct replay_sums *s, const struct trace *t, uint32_t metrics, uint32_t ranks);
void replay_sums_free(struct replay_sums *s);
/* Adds up all locations; visits that are still open count the values that were read last. `*misfits` becomes the
 * number of records that did not fit. A location whose call paths are missing is left out. False, with a message, if
 * there is no memory. */
bool replay_all(const struct trace *t, const struct replay_sums *s, uint64_t *misfits, char *error, size_t error_size);

#endif
