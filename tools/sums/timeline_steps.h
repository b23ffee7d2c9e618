/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* timeline_steps.h - the steps in which a timeline is made, for each other.
 * Not here: the result (timeline.h). */
#ifndef SUMS_TIMELINE_STEPS_H
#define SUMS_TIMELINE_STEPS_H

#include "sums/events.h"
#include "sums/message_flows.h"
#include "sums/timeline.h"

/* --- timeline_encode.c: windows, and the events in them --- */

/* Divides the time into windows and makes room for their events. False if there is no memory. */
bool windows_make(struct timeline *t, const struct traced_run *s);

struct encoder {
  struct timeline *timeline;
  uint32_t lane, window;
  uint64_t last;
  uint32_t waits; /* as timeline_window.holders */
  bool no_memory;
};
void encode_begin(struct encoder *e, struct timeline *t, uint32_t lane);
/* Goes on to the window of this time. */
void encode_until(struct encoder *e, uint64_t ns);
/* Adds an event; `holder` is that of a wait. */
void encode(struct encoder *e, uint64_t ns, uint64_t op, uint64_t holder);
/* The lane is done. */
void encode_end(struct encoder *e);

/* --- timeline_levels.c: bins, and the sums of windows --- */

bool levels_make(struct timeline *t);

#define BIN_NODES 16
struct bin {
  uint64_t number, ns[TIMELINE_CAUSE_COUNT];
  uint32_t nodes[BIN_NODES]; /* of the lowest level; above, the first one alone */
  uint64_t times[BIN_NODES];
  uint32_t count;
};
struct summer {
  struct timeline *timeline;
  uint32_t lane, window;
  struct bin bins[TIMELINE_LEVELS];
  uint64_t *times; /* of the window, by key, less twice the lane's first node */
  uint32_t time_room, *touched, touched_count, touched_room;
  uint64_t work_begin, work_end; /* the lane has worked for so long without a break */
  bool no_memory;
};
void sum_begin(struct summer *m, struct timeline *t, uint32_t lane);
/* From `begin` to `end` the lane is in a node; TIMELINE_NOTHING: in none. */
void sum_add(struct summer *m, uint64_t begin, uint64_t end, uint32_t node, bool waits);
void sum_end(struct summer *m);
/* Adds up how many lanes worked at the same time, when all are done. False if there is no memory. */
bool sum_at_work(struct timeline *t);

/* --- timeline_arrows.c --- */

/* This is one end of an arrow; the other one has the same key. A lock's begin is its release, the end is where somebody
 * got it who has waited for it. */
struct arrow_end {
  uint64_t key, ns;
  uint32_t lane;
  uint8_t kind;
  bool is_end;
};
struct arrows {
  struct arrow_end *ends;
  uint32_t count, room;
  bool full, no_memory;
};
void arrows_add(struct arrows *a, struct arrow_end end);
/* Joins the ends, and puts what is found into the timeline. False if there is no memory. */
bool arrows_join(struct arrows *a, struct timeline *t);

/* --- timeline_counters.c --- */

bool counters_make(struct timeline *t, uint32_t metrics);
struct counting {
  uint64_t ns;
  int64_t value;
  bool known;
};
/* A metric had this value at this time; `c` is what is known of it at the lane. */
void counters_add(struct timeline *t, struct counting *c, uint32_t metric, uint32_t lane, uint64_t ns, int64_t value);

/* --- timeline_lane.c: what a thread did --- */

/* This is what lanes of a process have in common. */
struct process_nodes {
  const struct traced_run *source; /* of the process */
  const struct analysis *analysis;
  uint32_t *ids;     /* by node of the trace: in timeline.nodes, or TIMELINE_NOTHING */
  uint32_t *holders; /* by construct of the trace: the region that keeps others waiting, plus 1; 0: none */
};
bool process_nodes_begin(struct process_nodes *p, const struct traced_run *rank, const struct analysis *a);
void process_nodes_end(struct process_nodes *p);

/* Goes through the events of a lane. False, with a message, if it can't be done. */
bool lane_make(struct timeline *t, struct process_nodes *p, struct arrows *arrows, struct message_flows *flows,
               uint32_t lane, char *error, size_t error_size);
/* Takes out the receives that have numbers; `lanes` are by location. */
void lane_receives(struct arrows *a, struct message_flows *flows, const uint32_t *lanes, bool last);

#endif
