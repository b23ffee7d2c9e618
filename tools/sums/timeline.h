/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* timeline.h - the activity of each thread over the time of a run, from its trace, in a form that can be drawn at any
 * scale. Not here: the blocks in a page (tools/show/page_timeline.c), the drawing (tools/page).
 *
 * A lane is a thread: a location, with those that are members 0 of its teams. At each moment a lane has a stack of
 * visits, whose innermost one the time counts for, as the profile counts it. The run's time is divided into windows,
 * with about as many events in each. Of a window the timeline has
 *   * the time of each call path at each location in it, which is exact,
 *   * and all of its events, unless there are more events than are kept.
 * For drawing what has more events than pixels there are levels: bins of the same width, a power of two in ns, each
 * with how much of it went into what. All times are ns since the begin of the run. */
#ifndef SUMS_TIMELINE_H
#define SUMS_TIMELINE_H

#include "sums/traced_run.h"

/* clang-format off */
/* A moment of a lane is of one of these; the second column is its name in pages. */
#define TIMELINE_CAUSES(X)    \
  X(IDLE, "idle_other")       \
  X(WORK, "work")             \
  X(SERIAL, "serial")         \
  X(BARRIER, "barrier")       \
  X(LOCK, "lock")             \
  X(TASKS, "tasks")           \
  X(MPI, "mpi")               \
  X(FORK, "fork")             \
  X(CONDITION, "other_wait")
/* clang-format on */
enum timeline_cause {
#define TIMELINE_ROW(cause, name) TIMELINE_##cause,
  TIMELINE_CAUSES(TIMELINE_ROW)
#undef TIMELINE_ROW
      TIMELINE_CAUSE_COUNT
};

#define TIMELINE_NOTHING UINT32_MAX

/* These are the nodes of a lane that follow each other in timeline.nodes. */
struct timeline_lane {
  uint32_t location, process; /* the first of its locations */
  uint32_t first_node, nodes;
};

/* This is a call path at a location. `path` and `region` are the numbers of the source's analysis, or NO_PATH and
 * NO_REGION where the thread is between a task and what it has interrupted. */
struct timeline_node {
  uint32_t location, path, region;
  enum timeline_cause cause, wait_cause; /* of its own time, and of the part of it that it waited for a lock */
};

struct timeline_bytes {
  unsigned char *at;
  uint32_t length, room;
};

/* These are the columns that events are written in. Each has a number in LEB128 for each event, but for the last one,
 * which has one for each wait:
 *   TIMES    ns since the lane's event before, of the first one since the begin of the window
 *   OPS      what it is, enum timeline_op
 *   HOLDERS  the region that was waited for, plus 1, or 0: nobody is known */
enum timeline_column { TIMELINE_TIMES, TIMELINE_OPS, TIMELINE_HOLDERS, TIMELINE_COLUMNS };

/* An enter is TIMELINE_ENTER + 2 × the number of the node among its lane's, + 1 if a visit goes on that was suspended.
 * A wait begins in the innermost visit, and lasts until the lane's next event. */
enum timeline_op { TIMELINE_LEAVE, TIMELINE_WAIT, TIMELINE_ENTER };

/* It ends where the next one begins. */
struct timeline_window {
  uint64_t begin, events;
  bool kept; /* its events are here */
  struct timeline_bytes columns[TIMELINE_COLUMNS];
  uint32_t *ends[TIMELINE_COLUMNS]; /* by lane: where in the column its events end */
  uint32_t *holders; /* by lane: if it waits at the begin, the region that it waits for, plus 2; else 0 */
};

/* This is a visit that begins in another window than it ends in. They are by lane, in the order of their ends. */
struct timeline_span {
  uint64_t begin, end;
  uint32_t lane, node, depth;
};

/* This is the time of a node in a window; `key` is 2 × the node's number, + 1 if it is the time of its waiting. */
struct timeline_sum {
  uint64_t ns;
  uint32_t key;
};

/* These are bins of 2^shift ns. */
struct timeline_level {
  unsigned shift;
  uint32_t bins;
  unsigned char *shares[TIMELINE_CAUSE_COUNT]; /* by lane, then by bin: 255 is all of it; NULL: there is nothing */
  uint32_t *nodes;                             /* which node has most of the bin; TIMELINE_NOTHING: none */
};
#define TIMELINE_LEVELS 12 /* at most; each one's bins are four of the one before */

enum timeline_arrow_kind { TIMELINE_ARROW_TASK, TIMELINE_ARROW_LOCK, TIMELINE_ARROW_MESSAGE, TIMELINE_ARROW_KINDS };

/* A task from its creation to its begin; a lock from its release to the acquisition by a thread that has waited for
 * it; a message. */
struct timeline_arrow {
  uint64_t begin, end;
  uint32_t from, to; /* lanes */
  enum timeline_arrow_kind kind;
};
#define TIMELINE_ARROWS 50000u /* of a kind; of more, those that take longest are kept */

struct timeline {
  uint64_t end;    /* of the run */
  uint64_t events; /* in the windows */
  uint64_t misfits;
  uint64_t *at_work; /* ns, by how many lanes worked at the same time, from 0 to lane_count: of MPI they do nothing, nor
                        while they wait, fork or join */
  uint64_t *changes; /* when a lane begins to work, and when it ends: 2 × the time, + 1 for a begin */
  uint32_t change_count, change_room;
  struct timeline_lane *lanes; /* by process, then in the order of the tree of teams */
  uint32_t lane_count;
  struct timeline_node *nodes;
  uint32_t node_count, node_room;
  struct timeline_window *windows;
  uint32_t window_count;
  struct timeline_span *spans;
  uint32_t span_count, span_room;
  struct timeline_sum *sums; /* by lane, then by window */
  uint32_t sum_count, sum_room;
  uint32_t *sum_ends; /* by lane, then by window */
  struct timeline_level levels[TIMELINE_LEVELS];
  uint32_t level_count;
  struct timeline_arrow *arrows; /* in the order of their begins */
  uint32_t arrow_count, arrow_room;
  uint64_t arrows_left_out[TIMELINE_ARROW_KINDS];
  bool arrows_unknown; /* more tasks, locks or messages were under way than are followed */
  float *counters;     /* by metric, then by lane, then by bin: by how much it went up; NULL: there are no metrics */
  uint32_t counter_bins;
};

/* Makes the timeline of a source that traced_run_open_by_rank has opened. False, with a message, if it can't be done.
 * Either way timeline_free is to be called. */
bool timeline_make(struct timeline *t, const struct traced_run *s, char *error, size_t error_size);
void timeline_free(struct timeline *t);

#endif
