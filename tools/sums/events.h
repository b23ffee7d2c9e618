/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* events.h - a thread's trace as events that any format can take: their times never go back, each enter has its
 * leave, innermost first, and what is left open is closed.
 *
 * Member 0 of a team is the thread that forked it. So the locations 0, 0→0 and 0→0→0 are one thread, and their events
 * are reported together: what its members do is inside of the fork-join, and a reader that adds up exclusive times
 * finds each moment once. Not here: what the records mean (tools/files), any format. */
#ifndef SUMS_EVENTS_H
#define SUMS_EVENTS_H

#include "sums/traced_run.h"

enum event_kind {
  EVENT_ENTER,
  EVENT_LEAVE,
  EVENT_FORK, /* below a fork region, before its team */
  EVENT_JOIN, /* before the leave of that region */
  EVENT_TEAM_BEGIN,
  EVENT_TEAM_END,
  EVENT_TASK_CREATE,
  EVENT_TASK_SWITCH,   /* `task` goes on or begins; 0: the implicit one */
  EVENT_TASK_COMPLETE, /* comes before the switch to another one */
  EVENT_LOCK_ACQUIRE,
  EVENT_LOCK_RELEASE,
  EVENT_SWITCH,  /* measurement on or off */
  EVENT_FLUSH,   /* `ticks` until now went into writing the trace through */
  EVENT_METRICS, /* the values at the enter or leave before, or at one that was no event; up to seven at a time */
  EVENT_MPI,     /* `record` is of a message or a collective operation; of ranks of a job alone */
  /* These are for who asks for states. */
  EVENT_SUSPEND, /* a task is taken: what is open is interrupted until GO_ON, with what is left of the task */
  EVENT_GO_ON,
  EVENT_ALIVE, /* `on`: the location's thread begins or ends; in between its time outside of regions counts */
  EVENT_BLAME, /* `node` has waited for `ticks` before the enter or leave before, as the construct `holder` held it */
  EVENT_BLAME_LATE /* the same of one of the last visits of `node`, which has ended */
};
#define EVENT_METRICS_MAX 7 /* in an event */

enum event_flags {
  EVENT_CONTINUED = 1, /* not a visit of its own: one that was suspended goes on, or is suspended */
  EVENT_UNFINISHED = 2 /* a leave that is not in the trace */
};

struct event {
  enum event_kind kind;
  uint32_t flags;
  uint64_t time;      /* ticks */
  uint32_t region;    /* the analysis' number; for ENTER and LEAVE */
  uint32_t node;      /* the trace's call path; ENTER, LEAVE, BLAME, ALIVE; TEAM_BEGIN: the one that it is below */
  uint32_t holder;    /* BLAME: the construct's number; 0: nobody */
  uint32_t role;      /* ENTER, LEAVE */
  uint32_t location;  /* which of the thread's locations it belongs to */
  uint32_t team;      /* location that forked the team, which the events of teams and tasks are in; NO_LOCATION: none */
  uint32_t team_size; /* FORK: how many threads were asked for; else those of the team */
  uint32_t os_thread; /* TEAM_BEGIN: the kernel's number of the thread, 0 if that is not known */
  uint64_t task;      /* creator's location << 32 | number from 1 */
  uint64_t lock;      /* address; or EVENT_NAMED | number of the critical section */
  uint64_t ticks;     /* FLUSH, BLAME; TEAM_BEGIN: since the fork, plus 1, or 0 if that is not known */
  bool on;
  uint32_t metric, metrics; /* METRICS: the first one's number, a multiple of EVENT_METRICS_MAX, and how many */
  const int64_t *values;    /* what the location's threads have counted while they had it; good until the next event */
  const struct trace_record *record; /* MPI; `region` is open */
};
#define EVENT_NAMED (1ull << 63)

/* Takes an event. False if the format can't take it; it has said why. */
typedef bool (*event_taker)(void *context, const struct event *e);

/* Gives all events of the thread whose first location this is (traced_run_thread) to `take`. `*misfits` grows by the
 * number of records that did not fit the others. False, with a message, if there is no memory; or, without one, if
 * `take` has returned false. */
bool events_of(const struct traced_run *s, uint32_t location, event_taker take, void *context, uint64_t *misfits,
               char *error, size_t error_size);
/* Does the same, with the events that only what the thread does at each time needs. */
bool states_of(const struct traced_run *s, uint32_t location, event_taker take, void *context, uint64_t *misfits,
               char *error, size_t error_size);

#endif
