/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* replay_metrics.h - what the visits of a location have counted, while its records go by (replay.c).
 * Not here: their times. The rules are those of the runtime (metric_values.c): a visit counts what the location's
 * events have read last, and has left out of it what its time has.
 *
 * All take a replay that adds nothing up (`counts` is NULL), and do nothing then. */
#ifndef FILES_REPLAY_METRICS_H
#define FILES_REPLAY_METRICS_H

#include <stdbool.h>
#include <stdint.h>

struct replay;
struct replay_sums;
struct trace;
struct trace_record;

/* This is what a node has of a metric. */
struct replay_value {
  int64_t inclusive;
  int64_t start; /* POMP_NO_START: no visit counts */
};

/* This is the state of one location. The arrays have one element for each metric. */
struct replay_counts {
  uint32_t metrics;
  int64_t *last;               /* the values that were read last */
  int64_t *pushed;             /* when the first task suspended it */
  int64_t *arrived, *in_tasks; /* at a team's last barrier; what tasks have counted since */
};

/* False if there is no memory. Either way replay_counts_end is to be called. */
bool replay_counts_begin(struct replay_counts *c, uint32_t metrics);
void replay_counts_end(struct replay_counts *c);

/* A visit of the node begins or goes on; it ends or is suspended. */
void replay_count_begin(struct replay *p, uint32_t node);
void replay_count_stop(struct replay *p, uint32_t node);

/* The location's own work is suspended for the first task; it goes on after the last one. */
void replay_count_push(struct replay *p);
void replay_count_pop(struct replay *p, bool in_barrier);
/* A member has arrived at the last barrier of its team; that barrier is over. */
void replay_count_arrive(struct replay *p);
void replay_count_barrier(struct replay *p, uint32_t barrier, uint32_t team);

/* Adds, when all is read, what those visits have counted that are still open. */
void replay_count_open(const struct trace *t, const struct replay_sums *s);

/* Takes a record with values. */
void replay_count_read(struct replay *p, const struct trace_record *r);

#endif
