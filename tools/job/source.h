/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* source.h - what is converted: an experiment and its trace, checked against each other, and the tables that lead from
 * the one to the other. Not here: the order of events (events.h), any format. */
#ifndef JOB_SOURCE_H
#define JOB_SOURCE_H

#include "analysis.h"
#include "load.h"
#include "missing.h"
#include "trace_load.h"

/* Read only after source_open; any thread may use it. */
struct source {
  struct loaded loaded;
  struct analysis analysis;
  struct trace_file file;
  const struct experiment *experiment;
  const struct process *process;
  const struct trace *trace;
  uint32_t *regions;   /* by node of the trace: of the analysis */
  uint32_t *keys;      /* the same: its key in the experiment; NULL: that of the trace */
  uint32_t *named;     /* by construct: number of its critical section's name, from 1 */
  uint32_t *forks;     /* by location: the size of the largest team that it forked */
  uint64_t begin, end; /* ticks */
  uint64_t scale;      /* ns = ticks * scale >> shift */
  unsigned shift;
  uint64_t chunks; /* of all traces */
  /* Of a job, and of each of its ranks (job.h); then `experiment` is that of all, and it has the analysis alone. */
  struct job *job;
  uint32_t first_location, number; /* of the rank's process */
  bool no_metrics;                 /* those of its process are others than the job's */
  uint64_t zero, epoch;            /* rank 0's CLOCK_MONOTONIC, and CLOCK_REALTIME, at the begin */
};

/* `name` as in load. False: the user has been told why not. Either way source_close is to be called. Of a job the ranks
 * that have a trace; who has a damaged one is told. What is missing of the job's traces is in `lacks`. */
bool source_open(struct source *s, const char *name, struct trace_lacks *lacks);
void source_close(struct source *s);

/* Since the process's begin, or the job's. */
uint64_t source_ns(const struct source *s, uint64_t tick);
/* As in the report: 0→3→2. */
void source_location_name(const struct source *s, uint32_t location, char *text, size_t size);
/* The same as formats want it that know a frequency: ticks, or, of a rank, ns. */
uint64_t source_time(const struct source *s, uint64_t tick);
/* Of such a time, in a second. */
uint64_t source_frequency(const struct source *s);

#endif
