/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* message_flows.h - which sends and receives of a job's ranks belong together, as a name that both have.
 * Not here: how an arrow is written or drawn. */
#ifndef SUMS_MESSAGE_FLOWS_H
#define SUMS_MESSAGE_FLOWS_H

#include "base/parallel.h"
#include "sums/job_traces.h"
#include "sums/traced_run.h"

/* It is the `count`th message of the `kind`th combination of communicator, sender, receiver and tag. */
struct message_flow {
  uint32_t kind;
  uint64_t count;
  bool whole; /* the other side is in the traces, too */
};

/* A receive has its number once all those that began before it are over. */
struct receive {
  uint64_t request; /* 0: it was over at once */
  uint64_t ns;
  uint32_t location, kind;
  bool over;
};

struct message_flows {
  struct numbers kinds;
  uint64_t *counts; /* sent, received; by kind */
  uint64_t *whole;  /* by kind: messages from this number on have both sides; NULL if all that come have */
  uint32_t room, aligned;
  bool ends;                /* some traces have the end of the run alone */
  struct numbers cancelled; /* sends: process, request */
  struct receive *queue;    /* the present process's, in the order in which they began */
  uint32_t first, queued, queue_room;
};

void message_flows_begin(struct message_flows *f);
void message_flows_end(struct message_flows *f);

/* Notes the cancelled sends of a process, and what its trace is. It is called for all processes before the first
 * record. False if there is no memory. */
bool message_flows_look_at(struct message_flows *f, const struct traced_run *s);

/* If traces of a job lack something, they are gone through twice, and this comes in between. Then the messages of a
 * kind count as whole that both sides have, counted from the end of the run if all traces have that; otherwise
 * all or none. False if there is no memory. */
bool message_flows_align(struct message_flows *f, const struct job_traces *j);

/* These take the records of a process `s`, one location after the other. All return false if there is no memory. */
bool message_flows_sent(struct message_flows *f, const struct traced_run *s, const struct trace_record *r,
                        struct message_flow *flow);
bool message_flows_received(struct message_flows *f, const struct traced_run *s, const struct trace_record *r,
                            uint64_t ns, uint32_t location);
bool message_flows_posted(struct message_flows *f, const struct trace_record *r);
/* Takes out the next receive that has a number. `last` tells that nothing more comes of this process. False if there
 * is none. */
bool message_flows_next(struct message_flows *f, bool last, struct receive *receive, struct message_flow *flow);

#endif
